import {
  createHolidayNotice,
  type HolidayNotice,
  type HolidayNoticeDeps,
} from '#src/application/market/day-resources.ts'
import { type FirstViewSource, toFirstValue } from '#src/application/market/first-view.ts'
import { createMarketStatusView, type MarketHead } from '#src/application/market/market-status.ts'
import type { MarketPorts } from '#src/application/market/ports.ts'
import { createDataAge, type DataAgeDeps } from '#src/application/platform/data-age.ts'
import { createListView, type ListSnapshot } from '#src/application/platform/list.ts'
import { sortedText } from '#src/application/platform/list-messages.ts'
import type { Announcer, Toasts } from '#src/application/platform/notices.ts'
import type { PagePorts, PlatformPorts } from '#src/application/platform/ports.ts'
import { combine, createState, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceState } from '#src/application/platform/resource.ts'
import { type CsvCell, toCsv } from '#src/domain/csv.ts'
import { ALL_ROWS, type ListRules } from '#src/domain/list.ts'
import { statisticsRefresh } from '#src/domain/live/refresh-policy.ts'
import { formatCopTotal, formatCount, formatPricePesos } from '#src/domain/money.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { referenceDate } from '#src/domain/trading/calendar.ts'
import { CURRENCY_PAIR, type Market, SECTORS, type Sector, VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import {
  STATISTICS_COLUMNS,
  type StatisticsColumn,
  type StatisticsRow,
  statisticsKey,
} from '#src/domain/trading/statistics.ts'

/** Exact text of D47. */
export const STATISTICS_UNITS = 'Precios en COP, montos en USD'

export const STATISTICS_INTRO = `Operaciones USD/COP del día, por mercado y plazo. ${STATISTICS_UNITS}.`

/** The two sides of the deals of each table (§2.4). */
export const SECTOR_TITLES: Readonly<Record<Sector, string>> = { 1: 'IMCs/IMCs', 2: 'IMCs/Clientes' }

export const SECTOR_NOTES: Readonly<Record<Sector, string>> = {
  1: 'Sector 1. Entre intermediarios',
  2: 'Sector 2. Intermediarios con clientes',
}

/** Note for visitors. Unlike the home's figures, statistics include registered deals (D45). */
export const REGISTERED_DELAY_NOTE = 'Información con 15 minutos de retraso. Incluye operaciones registradas.'

/** Shown for a table without rows. */
export const NO_STATISTICS = {
  lead: 'Sin operaciones todavía.',
  rest: 'Cada mercado y plazo aparece con su primera operación.',
} as const

/** Hint for a table that is wider than the screen. */
export const SWIPE_HINT = 'Deslice la tabla para ver las 15 columnas.'

/** `file` is the name of the saved file. */
export const downloadedText = (file: string): string => `Archivo descargado: ${file}`
export const NOT_DOWNLOADED = 'No pudimos entregar el archivo. Revise los permisos de descarga del navegador.'

/** Names of the markets in the first column. */
const MARKET_CODES: Readonly<Record<Market, string>> = { spot: 'SPOT', nextday: 'NEXT' }

/** Exact headings of the columns (§2.4). */
export const STATISTICS_COLUMN_TITLES: Readonly<Record<StatisticsColumn, string>> = {
  market: 'Merc.',
  pair: 'Moneda',
  term: 'Plazo',
  sum: 'Monto Acumulado',
  open: 'Apertura',
  close: 'Cierre',
  count: 'No. Trans.',
  average: 'Promedio',
  low: 'Precio mínimo',
  high: 'Precio máximo',
  averageAmount: 'Monto promedio',
  lowAmount: 'Monto mínimo',
  highAmount: 'Monto máximo',
  lastAmount: 'Monto último',
  date: 'Fecha',
}

/** The text of each cell: prices are pesos; amounts are US$ in the style of pesos (§3, D47). */
export const STATISTICS_TEXTS: Readonly<Record<StatisticsColumn, (row: StatisticsRow) => string>> = {
  market: ({ market }) => MARKET_CODES[market],
  pair: () => CURRENCY_PAIR,
  term: ({ term }) => `${term}`,
  sum: ({ sum }) => formatCopTotal(sum),
  open: ({ open }) => formatPricePesos(open),
  close: ({ close }) => formatPricePesos(close),
  count: ({ count }) => formatCount(count),
  average: ({ average }) => formatPricePesos(average),
  low: ({ low }) => formatPricePesos(low),
  high: ({ high }) => formatPricePesos(high),
  averageAmount: ({ averageAmount }) => formatCopTotal(averageAmount),
  lowAmount: ({ lowAmount }) => formatCopTotal(lowAmount),
  highAmount: ({ highAmount }) => formatCopTotal(highAmount),
  lastAmount: ({ lastAmount }) => formatCopTotal(lastAmount),
  date: ({ date }) => date,
}

export type SectorRows = ResourceState<readonly StatisticsRow[]>

/** What the statistics page shows (§2.4). */
export interface StatisticsState {
  readonly head: MarketHead
  readonly holiday: HolidayNotice
  readonly tables: Readonly<Record<Sector, SectorRows>>
  /** Refresh interval of the tables in ms. */
  readonly interval: number
}

export interface StatisticsView extends Readable<StatisticsState> {
  /** Loads both tables now. */
  retry(): void
}

export type StatisticsViewDeps = HolidayNoticeDeps & FirstViewSource & DataAgeDeps & Pick<MarketPorts, 'market'>

const FIRST_VIEW_PARTS = { 1: 'sector1', 2: 'sector2' } as const satisfies Record<Sector, string>

type Times = Pick<SectorRows, 'updatedAt' | 'receivedAt'>

const NO_TIMES: Times = { updatedAt: null, receivedAt: null }

/** Returns the arrival times of the older loaded table; null times before the first load. */
const oldestTimes = (tables: readonly Times[]): Times =>
  tables.reduce<Times>(
    (oldest, table) => ((table.updatedAt ?? Infinity) < (oldest.updatedAt ?? Infinity) ? table : oldest),
    NO_TIMES,
  )

const laterDate = (one: BogotaDate | null, other: BogotaDate) => (one !== null && one > other ? one : other)

/** Returns the latest date in the tables; null without rows. */
const latestDate = (tables: readonly Pick<SectorRows, 'value'>[]): BogotaDate | null =>
  tables.flatMap(({ value }) => value?.map(({ date }) => date) ?? []).reduce<BogotaDate | null>(laterDate, null)

/** Creates the view of both sectors' tables; `delay` in minutes. */
export function createStatisticsView(deps: StatisticsViewDeps, delay: number): StatisticsView {
  // The server renders tables into the page only for visitors.
  const first = delay === VISITOR_DELAY_MINUTES ? deps.readFirstView() : null
  const interval = statisticsRefresh(delay)
  // The tables contain both markets. The next day market trades longer and on more days.
  const status = createMarketStatusView(deps, 'nextday')
  const holiday = createHolidayNotice(deps, createMarketStatusView(deps, 'spot'), 'spot', first)
  const createSectorResource = (sector: Sector) =>
    createResource(
      deps,
      { load: (signal) => deps.market.statistics(sector, signal), interval },
      { first: toFirstValue(first, FIRST_VIEW_PARTS[sector]) },
    )
  const resources = { 1: createSectorResource(1), 2: createSectorResource(2) } as const
  const bothTables = SECTORS.map((sector) => resources[sector])
  const tables = combine(resources, (rows) => rows)
  const times = combine({ tables }, (parts) => ({ ...oldestTimes(Object.values(parts.tables)), interval }))
  const age = createDataAge(deps, times)

  const head = combine({ age, status, tables }, (parts): MarketHead => {
    const { freshness, receivedAt } = parts.age
    const tradingDay = latestDate(Object.values(parts.tables))
    return { market: 'nextday', status: parts.status, tradingDay, freshness, receivedAt }
  })
  const view = combine(
    { head, holiday, tables, age },
    (parts): StatisticsState => ({
      head: parts.head,
      holiday: parts.holiday,
      tables: parts.tables,
      interval,
    }),
  )

  return {
    ...view,
    retry() {
      for (const { retry } of bothTables) retry()
    },
  }
}

export type StatisticsList = ListSnapshot<StatisticsRow, StatisticsColumn>

export interface StatisticsTablesState {
  /** The sorted rows of each sector. */
  readonly lists: Readonly<Record<Sector, StatisticsList>>
  /** True if the browser refused the last download. */
  readonly downloadFailed: boolean
}

/** The tables of both sectors (§2.4). Each is sorted and downloaded separately. */
export interface StatisticsTables extends Readable<StatisticsTablesState> {
  /** Changes the order of one table and announces the new order. */
  sort(sector: Sector, column: StatisticsColumn): void
  /** Saves the sorted rows of one table as a CSV file. */
  download(sector: Sector): void
}

interface Deps extends Pick<PlatformPorts & PagePorts, 'downloads' | 'marketClock'> {
  readonly announcer: Pick<Announcer, 'announce'>
  readonly toasts: Pick<Toasts, 'show'>
}

export const toStatisticsId = ({ market, term, date }: StatisticsRow): string => `${market} ${term} ${date}`

const RULES: ListRules<StatisticsRow, StatisticsColumn> = {
  toId: toStatisticsId,
  toTexts: () => [],
  columns: STATISTICS_COLUMNS,
  toKey: statisticsKey,
  filters: {},
  pageSize: ALL_ROWS,
}

/** Creates the tables; `statistics` provides the rows. */
export function createStatisticsTables(
  deps: Deps,
  statistics: Readable<Pick<StatisticsState, 'tables'>>,
): StatisticsTables {
  const { announcer, toasts } = deps
  const downloadStatistics = createDownloadStatistics(deps)
  const createList = (sector: Sector) =>
    createListView(RULES, { source: combine({ statistics }, (parts) => parts.statistics.tables[sector]) })
  const lists = { 1: createList(1), 2: createList(2) } as const
  const shownLists = combine(lists, (snapshots) => snapshots)
  const lastDownload = createState({ failed: false })
  const view = combine(
    { lists: shownLists, lastDownload },
    (parts): StatisticsTablesState => ({ lists: parts.lists, downloadFailed: parts.lastDownload.failed }),
  )

  return {
    ...view,
    sort(sector, column) {
      lists[sector].sort(column)
      announcer.announce(sortedText(lists[sector].getSnapshot().order, STATISTICS_COLUMN_TITLES[column]))
    },
    download(sector) {
      const file = downloadStatistics(sector, lists[sector].matchingRows())
      if (file !== null) toasts.show(downloadedText(file))
      lastDownload.set({ failed: file === null })
    },
  }
}

/**
 * Saves a sector's rows, in the given order, as a file. Returns the file name, null when saving
 * failed.
 */
export type DownloadStatistics = (sector: Sector, rows: readonly StatisticsRow[]) => string | null

function toCell(row: StatisticsRow, column: StatisticsColumn): CsvCell {
  if (column === 'market') return MARKET_CODES[row.market]
  return column === 'pair' ? CURRENCY_PAIR : row[column]
}

/**
 * Formats the rows as a CSV file with fifteen columns. Prices are in pesos, amounts in whole US$.
 */
export const statisticsCsv = (rows: readonly StatisticsRow[]): string =>
  toCsv([
    STATISTICS_COLUMNS.map((column) => STATISTICS_COLUMN_TITLES[column]),
    ...rows.map((row) => STATISTICS_COLUMNS.map((column) => toCell(row, column))),
  ])

/** `estadisticas-2026-11-20-sector-1.csv`; the sector distinguishes the two tables of a day. */
const formatFileName = (date: BogotaDate, sector: Sector) => `estadisticas-${date}-sector-${sector}.csv`

/** The file name contains the latest date in the rows; without rows, the reference date. */
export const createDownloadStatistics =
  ({ downloads, marketClock }: Pick<PlatformPorts & PagePorts, 'downloads' | 'marketClock'>): DownloadStatistics =>
  (sector, rows) => {
    const latest =
      rows
        .map(({ date }) => date)
        .sort()
        .at(-1) ?? referenceDate(marketClock.now())
    const name = formatFileName(latest, sector)
    return downloads.save({ name, type: 'text/csv;charset=utf-8', text: statisticsCsv(rows) }) ? name : null
  }
