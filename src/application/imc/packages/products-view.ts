import type { PackagesGateway } from '#src/application/imc/packages/packages-gateway.ts'
import { PRODUCT_COLUMN_TITLES, SUBSCRIPTION_COLUMN_TITLES } from '#src/application/imc/packages/product-messages.ts'
import type { ImcSessionStore } from '#src/application/imc/session/imc-session-store.ts'
import { createTableView, type TableDeps, type TableState, type TableView } from '#src/application/imc/table-view.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createResource } from '#src/application/platform/resource.ts'
import type { PackageGroup, Subscription } from '#src/domain/imc/packages/products.ts'
import type { ListRules } from '#src/domain/list/list.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Rows per page of products and of their subscriptions (§9). */
const ROWS_PER_PAGE = 5

/** Refresh interval; another administrator's purchase or request changes the rows. */
const PRODUCTS_REFRESH_MS = MINUTE_MS / 2

export const PRODUCT_COLUMNS = ['code', 'name', 'screens', 'available', 'monthlyCost'] as const
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number]

const PRODUCT_RULES: ListRules<PackageGroup, ProductColumn> = {
  toId: ({ packageId }) => packageId,
  toTexts: ({ code }) => [code],
  columns: PRODUCT_COLUMNS,
  toKey: (row, column) => row[column],
  filters: {},
  pageSize: ROWS_PER_PAGE,
}

export const SUBSCRIPTION_COLUMNS = ['number', 'screens', 'available', 'monthlyCost'] as const
export type SubscriptionColumn = (typeof SUBSCRIPTION_COLUMNS)[number]

const SUBSCRIPTION_RULES: ListRules<Subscription, SubscriptionColumn> = {
  toId: ({ number }) => number,
  toTexts: ({ number }) => [number],
  columns: SUBSCRIPTION_COLUMNS,
  toKey: (row, column) => row[column],
  filters: {},
  pageSize: ROWS_PER_PAGE,
}

/** Sums of a table's rows on all pages. */
export interface ProductTotals {
  /** Number of rows. */
  readonly rows: number
  readonly screens: number
  readonly available: number
  readonly monthlyCost: number
}

type ProductRow = Pick<PackageGroup, 'screens' | 'available' | 'monthlyCost'>

/** Sums groups or subscriptions; null before the rows are loaded. */
export const sumProducts = (rows: readonly ProductRow[] | null): ProductTotals | null =>
  rows?.reduce<ProductTotals>(
    (sum, { screens, available, monthlyCost }) => ({
      rows: sum.rows + 1,
      screens: sum.screens + screens,
      available: sum.available + available,
      monthlyCost: sum.monthlyCost + monthlyCost,
    }),
    { rows: 0, screens: 0, available: 0, monthlyCost: 0 },
  ) ?? null

export interface ProductsDeps extends TableDeps {
  readonly packages: Pick<PackagesGateway, 'groups' | 'subscriptions'>
}

export type ProductsView = TableView<PackageGroup, ProductColumn>

/** 'Mis productos': the entity's subscriptions by package (§2.5). */
export const createProductsView = (deps: ProductsDeps, query: string): ProductsView =>
  createTableView(deps, {
    source: { load: deps.packages.groups, interval: PRODUCTS_REFRESH_MS },
    rules: PRODUCT_RULES,
    query,
    file: {
      name: 'paquetes',
      titles: PRODUCT_COLUMNS.map((column) => PRODUCT_COLUMN_TITLES[column]),
      toCells: (row) => PRODUCT_COLUMNS.map((column) => row[column]),
    },
  })

export interface SubscriptionsState extends TableState<Subscription> {
  /** The package; null before it is loaded, and for a package without subscriptions. */
  readonly product: PackageGroup | null
}

export interface SubscriptionsView
  extends Readable<SubscriptionsState>,
    Omit<TableView<Subscription, SubscriptionColumn>, keyof Readable<unknown>> {
  /** Stores the subscription for the screens page (D26). */
  choose(number: string): void
}

export interface SubscriptionsDeps extends ProductsDeps {
  readonly imcSession: Pick<ImcSessionStore, 'writeChosenSubscription'>
}

/** 'Detalles': the subscriptions of one package (§2.5). */
export function createSubscriptionsView(deps: SubscriptionsDeps, packageId: string, query: string): SubscriptionsView {
  const table = createTableView(deps, {
    source: { load: (signal) => deps.packages.subscriptions(packageId, signal), interval: PRODUCTS_REFRESH_MS },
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
  const groups = createResource(deps, { load: deps.packages.groups, interval: PRODUCTS_REFRESH_MS })
  const view = createDerivedView<SubscriptionsState>(
    () => ({
      ...table.getSnapshot(),
      product: groups.getSnapshot().value?.find((group) => group.packageId === packageId) ?? null,
    }),
    () => {
      const unsubscribes = [table.subscribe(view.refresh).unsubscribe, groups.subscribe(view.refresh).unsubscribe]
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
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
