import type { PackagesGateway } from '#src/application/imc/ports.ts'
import { createTableView, type TableDeps, type TableState, type TableView } from '#src/application/imc/table.ts'
import type { RowNames } from '#src/application/platform/list-messages.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import { type PackageCost, sumCosts, type TotalCost, toPackageCost } from '#src/domain/imc/packages/monthly-cost.ts'
import { PAGE_SIZES } from '#src/domain/imc/page-sizes.ts'
import type { ListRules } from '#src/domain/list.ts'
import { formatCount, formatMonthlyCost } from '#src/domain/money.ts'
import { ok } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

export const COSTS_INTRO = 'Pantallas de la entidad por paquete, con su costo mensual'
export const COST_ROWS: RowNames = { one: 'paquete', many: 'paquetes' }
export const COSTS_FAILED = 'No pudimos consultar los costos'
export const COST_CHART = 'Costo mensual por paquete'
export const COST_TABLE = 'Costos por paquete'
const COST_TOTAL = 'Total'
export const COST_NOTE =
  'El costo de las pantallas disponibles es la parte del costo mensual que corresponde a pantallas sin usuario ni solicitud.'

export const COST_COLUMN_TITLES = {
  code: 'Paquete',
  name: 'Nombre',
  screens: 'Pantallas',
  used: 'Asignadas',
  inProgress: 'En tránsito',
  idle: 'Disponibles',
  monthlyCost: 'Costo mensual',
  costPerUser: 'Costo por usuario',
  idleCost: 'Costo de disponibles',
} as const

/** The screen reader text of a bar in the chart. */
export const costBarText = (code: string, cost: number, idleCost: number): string =>
  `${code}: ${formatMonthlyCost(cost)} pesos al mes, de ellos ${formatMonthlyCost(idleCost)} sin usar`

export const USED_COST = 'En uso o en trámite'
export const IDLE_COST = 'Sin usar'

/** `8 de 20 sin usar`. */
export const idleText = (idle: number, screens: number): string =>
  `${formatCount(idle)} de ${formatCount(screens)} sin usar`

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
type CostColumn = (typeof COST_COLUMNS)[number]

const RULES: ListRules<PackageCost, CostColumn> = {
  toId: ({ packageId }) => packageId,
  toTexts: ({ code, name }) => [code, name],
  columns: COST_COLUMNS,
  toKey: (row, column) => row[column],
  filters: {},
  pageSize: PAGE_SIZES.costs,
}

/** Maximum number of bars in the chart. The table has all packages. */
const MAX_BARS = 10

/** A bar of the chart; both widths are percentages of the highest cost. */
export interface CostBar extends PackageCost {
  readonly usedWidth: number
  readonly idleWidth: number
}

/** The bars of the most expensive packages, the highest first. */
function toCostBars(packages: readonly PackageCost[]): readonly CostBar[] {
  const ranked = packages.toSorted((one, other) => other.monthlyCost - one.monthlyCost).slice(0, MAX_BARS)
  const highestCost = Math.max(ranked[0]?.monthlyCost ?? 0, 1)
  return ranked.map((row) => ({
    ...row,
    usedWidth: ((row.monthlyCost - row.idleCost) / highestCost) * 100,
    idleWidth: (row.idleCost / highestCost) * 100,
  }))
}

export interface CostState extends TableState<PackageCost> {
  readonly bars: readonly CostBar[]
  /** The sums of all packages; null before the first load. */
  readonly total: TotalCost | null
}

export interface CostView
  extends Readable<CostState>,
    Omit<TableView<PackageCost, CostColumn>, keyof Readable<unknown>> {}

interface CostDeps extends TableDeps {
  readonly packages: Pick<PackagesGateway, 'groups'>
}

/** Creates the view of the screens' costs and use by package. */
export function createCostView(deps: CostDeps, query: string): CostView {
  const table = createTableView(deps, {
    source: {
      interval: COSTS_REFRESH_MS,
      async load(signal) {
        const result = await deps.packages.groups(signal)
        return result.ok ? ok(result.value.map(toPackageCost)) : result
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
  const view = combine(
    { table },
    (state): CostState => ({
      ...state.table,
      bars: toCostBars(state.table.rows.value ?? []),
      total: state.table.rows.value && sumCosts(state.table.rows.value),
    }),
  )
  return {
    ...table,
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    /** Adds the totals as the last row if the file contains every package. */
    download(rows) {
      const { total, rows: all } = view.getSnapshot()
      const hasTotal = total !== null && rows.length === all.value?.length
      table.download(rows, hasTotal ? [{ packageId: '', code: COST_TOTAL, name: '', ...total }] : [])
    },
  }
}
