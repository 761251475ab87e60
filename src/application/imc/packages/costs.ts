import type { PackagesGateway } from '#src/application/imc/ports.ts'
import { createTableView, type TableDeps, type TableState, type TableView } from '#src/application/imc/table.ts'
import type { RowNames } from '#src/application/platform/list-messages.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import {
  idlePercent,
  type PackageCost,
  rankIdlePackages,
  sumCosts,
  type TotalCost,
  toPackageCost,
} from '#src/domain/imc/packages/monthly-cost.ts'
import { PAGE_SIZES } from '#src/domain/imc/page-sizes.ts'
import type { ListRules } from '#src/domain/list.ts'
import { formatCopTotal, formatCount } from '#src/domain/money.ts'
import { ok } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

export const COSTS_INTRO = 'Pantallas de la entidad por paquete, con su costo mensual'
export const COST_ROWS: RowNames = { one: 'paquete', many: 'paquetes' }
export const COSTS_FAILED = 'No pudimos consultar los costos'
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

/** The name of the chart. */
export const IDLE_CHART = 'Sin usar, por paquete'
/** What to do with idle screens; the address of the support follows. */
export const IDLE_ADVICE =
  'Abra un paquete para asignar sus pantallas disponibles. Para devolver las que no necesita, escriba a'
const NO_IDLE = 'Todas las pantallas están asignadas o en tránsito.'

/**
 * The first sentence of the page (D97): `$ 132.800.000 de $ 168.100.000 al mes no se usan (79 %)`; null
 * without screens. Amounts have whole pesos.
 */
export function idleLead(total: TotalCost): string | null {
  if (total.screens === 0) return null
  if (total.idle === 0) return NO_IDLE
  const percent = idlePercent(total)
  if (percent === null || percent === 0)
    return `${formatCount(total.idle)} de ${formatCount(total.screens)} pantallas no se usan, sin costo`
  return `${formatCopTotal(total.idleCost)} de ${formatCopTotal(total.monthlyCost)} al mes no se usan (${percent}\u00a0%)`
}

/** `$ 1.474.000 al mes, 8 de 20 sin usar`. */
export const idleBarText = ({ idleCost, idle, screens }: Pick<PackageCost, 'idleCost' | 'idle' | 'screens'>): string =>
  `${formatCopTotal(idleCost)} al mes, ${idleText(idle, screens)}`

/** Shown below the chart: `Otros 3 paquetes están en la tabla, por costo de disponibles.` */
export const moreIdleText = (count: number): string =>
  count === 1
    ? 'Otro paquete con pantallas sin usar está en la tabla.'
    : `Otros ${formatCount(count)} paquetes con pantallas sin usar están en la tabla.`

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

/** A bar of the chart. */
export interface IdleBar extends PackageCost {
  /** Percentage of the highest idle cost. */
  readonly width: number
}

/** The bars of the packages with the highest idle cost, the highest first. */
function toIdleBars(ranked: readonly PackageCost[]): readonly IdleBar[] {
  const highestCost = Math.max(ranked[0]?.idleCost ?? 0, 1)
  return ranked.slice(0, MAX_BARS).map((row) => ({ ...row, width: (row.idleCost / highestCost) * 100 }))
}

export interface CostState extends TableState<PackageCost> {
  /** Empty when no screen is idle. */
  readonly bars: readonly IdleBar[]
  /** Number of packages with idle screens that have no bar. */
  readonly moreIdle: number
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
  const view = combine({ table }, (state): CostState => {
    const packages = state.table.rows.value
    const ranked = rankIdlePackages(packages ?? [])
    const bars = toIdleBars(ranked)
    return { ...state.table, bars, moreIdle: ranked.length - bars.length, total: packages && sumCosts(packages) }
  })
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
