import { COST_COLUMN_TITLES, COST_TOTAL } from '#src/application/imc/packages/cost-messages.ts'
import type { PackagesGateway } from '#src/application/imc/packages/packages-gateway.ts'
import { createTableView, type TableDeps, type TableState, type TableView } from '#src/application/imc/table-view.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { type EntityCost, type PackageCost, toEntityCost } from '#src/domain/imc/packages/monthly-cost.ts'
import type { PackageGroup } from '#src/domain/imc/packages/products.ts'
import type { ListRules } from '#src/domain/list/list.ts'
import { ok } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

const ROWS_PER_PAGE = 40
const COSTS_REFRESH_MS = MINUTE_MS

export const COST_COLUMNS = [
  'code',
  'name',
  'screens',
  'used',
  'inProgress',
  'idle',
  'monthlyCost',
  'costPerUser',
  'idleCost',
] as const
export type CostColumn = (typeof COST_COLUMNS)[number]

const RULES: ListRules<PackageCost, CostColumn> = {
  toId: ({ packageId }) => packageId,
  toTexts: ({ code, name }) => [code, name],
  columns: COST_COLUMNS,
  toKey: (row, column) => row[column],
  filters: {},
  pageSize: ROWS_PER_PAGE,
}

export interface CostState extends TableState<PackageCost> {
  /** The sums of all packages; null before the first load. */
  readonly total: EntityCost['total'] | null
}

export interface CostView
  extends Readable<CostState>,
    Omit<TableView<PackageCost, CostColumn>, keyof Readable<unknown>> {}

export interface CostDeps extends TableDeps {
  readonly packages: Pick<PackagesGateway, 'groups'>
}

/** Creates the view of the screens' costs and use by package. */
export function createCostView(deps: CostDeps, query: string): CostView {
  let groups: readonly PackageGroup[] = []
  const table = createTableView(deps, {
    source: {
      interval: COSTS_REFRESH_MS,
      async load(signal) {
        const result = await deps.packages.groups(signal)
        if (!result.ok) return result
        groups = result.value
        return ok(toEntityCost(groups).packages)
      },
    },
    rules: RULES,
    query,
    file: {
      name: 'costos',
      titles: COST_COLUMNS.map((column) => COST_COLUMN_TITLES[column]),
      toCells: (row) => COST_COLUMNS.map((column) => row[column]),
    },
  })
  const readTotal = () => (table.getSnapshot().rows.value === null ? null : toEntityCost(groups).total)
  let cached: { readonly rows: unknown; readonly total: EntityCost['total'] | null } = { rows: null, total: null }

  const view = createDerivedView<CostState>(
    () => {
      const state = table.getSnapshot()
      if (cached.rows !== state.rows.value) cached = { rows: state.rows.value, total: readTotal() }
      return { ...state, total: cached.total }
    },
    () => table.subscribe(() => view.refresh()).unsubscribe,
  )

  return {
    ...table,
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    /** Adds the totals as the last row if the file contains every package. */
    download(rows) {
      const { total } = view.getSnapshot()
      const hasTotal = total !== null && rows.length === groups.length
      table.download(rows, hasTotal ? [{ packageId: '', code: COST_TOTAL, name: '', ...total }] : [])
    },
  }
}
