import type { ImcSessionStore, PackagesGateway } from '#src/application/imc/ports.ts'
import { createTableView, type TableDeps, type TableState, type TableView } from '#src/application/imc/table.ts'
import type { RowNames } from '#src/application/platform/list-messages.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import { createResource } from '#src/application/platform/resource.ts'
import type { PackageGroup, Subscription } from '#src/domain/imc/packages/packages.ts'
import { PAGE_SIZES } from '#src/domain/imc/page-sizes.ts'
import type { ListRules } from '#src/domain/list.ts'
import { formatCount } from '#src/domain/money.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

export const PACKAGES_INTRO = 'Paquetes de pantallas suscritos por la entidad'
export const ORDER_PACKAGE = 'Solicitar nuevo paquete'
export const SEARCH_PACKAGE = 'Buscar por Paquete'
export const DETAILS = 'Detalles'
export const SEE_SCREENS = 'Ver pantallas'

export const PACKAGE_ROWS: RowNames = { one: 'paquete', many: 'paquetes' }
export const SUBSCRIPTION_ROWS: RowNames = { one: 'suscripción', many: 'suscripciones', feminine: true }

export const PACKAGES_FAILED = 'No pudimos consultar sus paquetes'
export const NO_PACKAGES = {
  lead: 'Aún no tiene paquetes',
  rest: 'Solicite el primero para asignar pantallas a sus usuarios.',
}
export const SUBSCRIPTIONS_FAILED = 'No pudimos consultar las suscripciones'
export const NO_SUBSCRIPTIONS = {
  lead: 'Este paquete no tiene suscripciones activas',
  rest: 'Aparecerán aquí cuando se apruebe la solicitud de compra.',
  action: 'Ver Mis solicitudes',
}

export const PACKAGE_COLUMN_TITLES = {
  code: 'Paquete',
  name: 'Nombre',
  screens: 'Pantallas',
  available: 'Disponibles',
  occupancy: 'Ocupación',
  monthlyCost: 'Costo mensual',
} as const

export const SUBSCRIPTION_COLUMN_TITLES = {
  code: 'Paquete',
  number: 'Suscripción',
  screens: 'Pantallas',
  available: 'Disponibles',
  occupancy: 'Ocupación',
  monthlyCost: 'Costo mensual',
} as const

/** The legend of the occupancy. */
export const OCCUPIED = 'Ocupada: asignada o en tránsito'
export const FREE = 'Disponible'

/** `7 de 10 pantallas ocupadas`. */
export const occupancyText = (used: number, screens: number): string =>
  `${formatCount(used)} de ${formatCount(screens)} pantallas ocupadas`

/** `22 de 70 disponibles`. */
export const availableText = (available: number, screens: number): string =>
  `${formatCount(available)} de ${formatCount(screens)} disponibles`

/** `7 paquetes`. */
export const countText = (count: number, { one, many }: RowNames): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** `Suscripciones de USD-PRO-10`. */
export const subscriptionsTitle = (code: string): string => `Suscripciones de ${code}`

/** `Dólar profesional, paquetes de 10 pantallas`; `size` null when the packages differ. */
export const packageIntro = (name: string, size: number | null): string =>
  size === null ? name : `${name}, paquetes de ${formatCount(size)} ${size === 1 ? 'pantalla' : 'pantallas'}`

/** Refresh interval; another administrator's purchase or request changes the rows. */
const PACKAGES_REFRESH_MS = MINUTE_MS / 2

export const PACKAGE_COLUMNS = ['code', 'name', 'screens', 'available', 'monthlyCost'] as const
type PackageColumn = (typeof PACKAGE_COLUMNS)[number]

const PACKAGE_RULES: ListRules<PackageGroup, PackageColumn> = {
  toId: ({ packageId }) => packageId,
  toTexts: ({ code }) => [code],
  columns: PACKAGE_COLUMNS,
  toKey: (row, column) => row[column],
  filters: {},
  pageSize: PAGE_SIZES.packages,
}

export const SUBSCRIPTION_COLUMNS = ['number', 'screens', 'available', 'monthlyCost'] as const
type SubscriptionColumn = (typeof SUBSCRIPTION_COLUMNS)[number]

const SUBSCRIPTION_RULES: ListRules<Subscription, SubscriptionColumn> = {
  toId: ({ number }) => number,
  toTexts: ({ number }) => [number],
  columns: SUBSCRIPTION_COLUMNS,
  toKey: (row, column) => row[column],
  filters: {},
  pageSize: PAGE_SIZES.subscriptions,
}

/** Sums of a table's rows on all pages. */
export interface PackageTotals {
  /** Number of rows. */
  readonly rows: number
  readonly screens: number
  readonly available: number
  readonly monthlyCost: number
}

type PackageRow = Pick<PackageGroup, 'screens' | 'available' | 'monthlyCost'>

/** Sums groups or subscriptions; null before the rows are loaded. */
export const sumPackages = (rows: readonly PackageRow[] | null): PackageTotals | null =>
  rows?.reduce<PackageTotals>(
    (sum, { screens, available, monthlyCost }) => ({
      rows: sum.rows + 1,
      screens: sum.screens + screens,
      available: sum.available + available,
      monthlyCost: sum.monthlyCost + monthlyCost,
    }),
    { rows: 0, screens: 0, available: 0, monthlyCost: 0 },
  ) ?? null

interface PackagesDeps extends TableDeps {
  readonly packages: Pick<PackagesGateway, 'groups' | 'subscriptions'>
}

export type PackagesView = TableView<PackageGroup, PackageColumn>

/** 'Mis productos': the entity's subscriptions by package (§2.5). */
export const createPackagesView = (deps: PackagesDeps, query: string): PackagesView =>
  createTableView(deps, {
    source: { load: deps.packages.groups, interval: PACKAGES_REFRESH_MS },
    rules: PACKAGE_RULES,
    query,
    file: {
      name: 'paquetes',
      titles: PACKAGE_COLUMNS.map((column) => PACKAGE_COLUMN_TITLES[column]),
      toCells: (row) => PACKAGE_COLUMNS.map((column) => row[column]),
    },
  })

interface SubscriptionsState extends TableState<Subscription> {
  /** The package; null before it is loaded, and for a package without subscriptions. */
  readonly group: PackageGroup | null
}

export interface SubscriptionsView
  extends Readable<SubscriptionsState>,
    Omit<TableView<Subscription, SubscriptionColumn>, keyof Readable<unknown>> {
  /** Stores the subscription for the screens page (D26). */
  choose(number: string): void
}

interface SubscriptionsDeps extends PackagesDeps {
  readonly imcSession: Pick<ImcSessionStore, 'writeChosenSubscription'>
}

/** 'Detalles': the subscriptions of one package (§2.5). */
export function createSubscriptionsView(deps: SubscriptionsDeps, packageId: string, query: string): SubscriptionsView {
  const table = createTableView(deps, {
    source: { load: (signal) => deps.packages.subscriptions(packageId, signal), interval: PACKAGES_REFRESH_MS },
    rules: SUBSCRIPTION_RULES,
    query,
    file: {
      name: 'suscripciones',
      titles: [
        SUBSCRIPTION_COLUMN_TITLES.code,
        ...SUBSCRIPTION_COLUMNS.map((column) => SUBSCRIPTION_COLUMN_TITLES[column]),
      ],
      toCells: (row) => [row.code, ...SUBSCRIPTION_COLUMNS.map((column) => row[column])],
    },
  })
  const groups = createResource(deps, { load: deps.packages.groups, interval: PACKAGES_REFRESH_MS })
  const view = combine(
    { table, groups },
    (state): SubscriptionsState => ({
      ...state.table,
      group: state.groups.value?.find((group) => group.packageId === packageId) ?? null,
    }),
  )
  return {
    ...table,
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    choose: (number) => deps.imcSession.writeChosenSubscription({ number, packageId }),
  }
}

/** Returns the number of screens per package; null when the subscriptions differ. */
export function packageSize(rows: readonly Subscription[]): number | null {
  const [first] = rows
  return first && rows.every(({ screens }) => screens === first.screens) ? first.screens : null
}
