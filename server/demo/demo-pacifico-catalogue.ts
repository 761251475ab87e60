import { ANALYST_PROFILE, DEMO_CATALOGUE, OPERATOR_PROFILE, VIEWER_PROFILE } from '#server/demo/demo-catalogue.ts'
import type { Catalogue } from '#server/demo/seed-store.ts'
import type { PackageTable } from '#server/imc/imc-tables.ts'

/** Screens of each package, summed over all subscriptions of the large entity. */
export const SCREENS_PER_PACKAGE = 80

const SERIES = ['Mesa de dinero', 'Tesorería', 'Sucursales', 'Corresponsales', 'Consulta histórica'] as const
const YEARS = ['2022', '2023', '2024', '2025'] as const
const PROFILES = [OPERATOR_PROFILE, VIEWER_PROFILE, ANALYST_PROFILE] as const
const SIZES = [20, 10, 16, 40] as const
const FIRST_PRICE = 480_000
const PRICE_STEP = 73_500

/** Packages that are no longer offered. The large entity still has subscriptions of them. */
const FORMER_PACKAGES: readonly PackageTable[] = YEARS.flatMap((year, y) =>
  SERIES.map((name, s) => {
    const position = y * SERIES.length + s
    return {
      id: `paq-${year}-${s + 1}`,
      code: `PAC-${year}-${String(s + 1).padStart(2, '0')}`,
      name: `${name} ${year}`,
      price: FIRST_PRICE + position * PRICE_STEP,
      screens: SIZES[position % SIZES.length] ?? SIZES[0],
      profile_id: PROFILES[position % PROFILES.length] ?? VIEWER_PROFILE,
      offered: 0,
    }
  }),
)

/** The 25 packages of the large entity: the offered packages, then the former packages. */
export const PACIFICO_PACKAGES: readonly PackageTable[] = [...DEMO_CATALOGUE.packages, ...FORMER_PACKAGES]

/** The catalogue of the demo with all packages of the large entity. */
export const PACIFICO_CATALOGUE: Catalogue = { ...DEMO_CATALOGUE, packages: PACIFICO_PACKAGES }
