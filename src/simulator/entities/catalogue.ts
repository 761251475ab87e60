import type { DemoCatalogue, DemoPackage } from '#src/simulator/entities/entity.ts'

/** Ids of the demo's profiles. */
export const OPERATOR_PROFILE = 'prf-operador'
export const VIEWER_PROFILE = 'prf-consulta'
const ANALYST_PROFILE = 'prf-analista'

/** Documents that requests of the demo require, in the order of the form. */
export const REQUIREMENTS = [
  { id: 'req-autorizacion', name: 'Carta de autorización' },
  { id: 'req-documento', name: 'Copia del documento de identidad' },
  { id: 'req-certificacion', name: 'Certificación de operador' },
] as const

const createPackage = (
  id: string,
  code: string,
  name: string,
  price: number,
  screenCount: number,
  profileId: string,
): DemoPackage => ({ id, code, name, price, screenCount, profileId, isOffered: true })

/** The offered packages, profiles and documents of the demo (D43). */
export const DEMO_CATALOGUE: DemoCatalogue = {
  profiles: [
    { id: OPERATOR_PROFILE, name: 'Operador dólar' },
    { id: VIEWER_PROFILE, name: 'Consulta' },
    { id: ANALYST_PROFILE, name: 'Analista' },
  ],
  linkable: {
    [OPERATOR_PROFILE]: [OPERATOR_PROFILE, VIEWER_PROFILE],
    [VIEWER_PROFILE]: [VIEWER_PROFILE, OPERATOR_PROFILE],
    [ANALYST_PROFILE]: [ANALYST_PROFILE],
  },
  requirements: REQUIREMENTS,
  required: {
    [OPERATOR_PROFILE]: REQUIREMENTS.map(({ id }) => id),
    [VIEWER_PROFILE]: ['req-documento'],
  },
  packages: [
    createPackage('paq-usd-pro', 'USD-PRO-10', 'Dólar profesional', 1_842_500, 10, OPERATOR_PROFILE),
    createPackage('paq-usd-con', 'USD-CON-20', 'Dólar consulta', 1_214_000, 20, VIEWER_PROFILE),
    createPackage('paq-usd-nd', 'USD-ND-05', 'Next day', 986_300, 5, OPERATOR_PROFILE),
    createPackage('paq-ana', 'ANA-05', 'Analytics', 744_800, 5, ANALYST_PROFILE),
    createPackage('paq-tec', 'TEC-05', 'Análisis técnico', 659_200, 5, ANALYST_PROFILE),
  ],
}

/** Screens of each package, summed over all subscriptions of the large entity. */
export const SCREENS_PER_PACKAGE = 80

const SERIES = ['Mesa de dinero', 'Tesorería', 'Sucursales', 'Corresponsales', 'Consulta histórica'] as const
const YEARS = ['2022', '2023', '2024', '2025'] as const
const PROFILES = [OPERATOR_PROFILE, VIEWER_PROFILE, ANALYST_PROFILE] as const
const SIZES = [20, 10, 16, 40] as const
const FIRST_PRICE = 480_000
const PRICE_STEP = 73_500

/** Packages that are no longer offered. The large entity still has subscriptions of them. */
const FORMER_PACKAGES: readonly DemoPackage[] = YEARS.flatMap((year, y) =>
  SERIES.map((name, s) => {
    const position = y * SERIES.length + s
    return {
      id: `paq-${year}-${s + 1}`,
      code: `PAC-${year}-${String(s + 1).padStart(2, '0')}`,
      name: `${name} ${year}`,
      price: FIRST_PRICE + position * PRICE_STEP,
      screenCount: SIZES[position % SIZES.length] ?? SIZES[0],
      profileId: PROFILES[position % PROFILES.length] ?? VIEWER_PROFILE,
      isOffered: false,
    }
  }),
)

/** The catalogue of the demo with all 25 packages of the large entity, the offered ones first. */
export const PACIFICO_CATALOGUE: DemoCatalogue = {
  ...DEMO_CATALOGUE,
  packages: [...DEMO_CATALOGUE.packages, ...FORMER_PACKAGES],
}
