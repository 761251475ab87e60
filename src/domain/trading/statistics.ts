import type { SortKey } from '#src/domain/list.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { CURRENCY_PAIR, MARKETS, type Market, type Sector } from '#src/domain/trading/market.ts'
import { divideRounded } from '#src/domain/trading/rounding.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import type { TradingDay } from '#src/domain/trading/trading-day.ts'

/**
 * A row of the statistics (§2.4): the deals of one market and term (days), in pesos and whole US$.
 * Null is an unknown figure.
 */
export interface StatisticsRow {
  readonly market: Market
  readonly term: number
  readonly date: BogotaDate
  readonly sum: number | null
  readonly open: number | null
  readonly close: number | null
  readonly count: number | null
  /** Weighted by amount. */
  readonly average: number | null
  readonly low: number | null
  readonly high: number | null
  /** Sum / count, rounded half up. */
  readonly averageAmount: number | null
  readonly lowAmount: number | null
  readonly highAmount: number | null
  readonly lastAmount: number | null
}

const toRow = ({ market, date }: TradingDay, term: number, figures: TapeFigures): StatisticsRow => ({
  market,
  term,
  date,
  sum: figures.sum,
  open: figures.open,
  close: figures.last,
  count: figures.count,
  average: figures.average,
  low: figures.low,
  high: figures.high,
  averageAmount: divideRounded(figures.sum, figures.count),
  lowAmount: figures.lowAmount,
  highAmount: figures.highAmount,
  lastAmount: figures.lastAmount,
})

function toRows(day: TradingDay, sector: Sector, instant: Instant): readonly StatisticsRow[] {
  return day.terms(sector).flatMap((term) => {
    const tape = day.tape(sector, term)
    const figures = tape?.figures(tape.countAt(instant))
    return figures ? [toRow(day, term, figures)] : []
  })
}

/**
 * A sector's statistics of one day per market at an instant: one row per market and term with deals
 * of any origin (D45). Spot precedes next day, then terms ascend; terms without deals are omitted.
 */
export const statisticsRows = (
  days: readonly TradingDay[],
  sector: Sector,
  instant: Instant = Infinity,
): readonly StatisticsRow[] =>
  MARKETS.flatMap((market) =>
    days.filter((day) => day.market === market).flatMap((day) => toRows(day, sector, instant)),
  )

/** Compares rows for the default order: spot first, then terms ascending (D45). */
export const compareRows = (one: StatisticsRow, other: StatisticsRow): number =>
  MARKETS.indexOf(one.market) - MARKETS.indexOf(other.market) || one.term - other.term

/** The fifteen columns of the statistics table, in their order (§2.4). */
export const STATISTICS_COLUMNS = [
  'market',
  'pair',
  'term',
  'sum',
  'open',
  'close',
  'count',
  'average',
  'low',
  'high',
  'averageAmount',
  'lowAmount',
  'highAmount',
  'lastAmount',
  'date',
] as const
export type StatisticsColumn = (typeof STATISTICS_COLUMNS)[number]

/** The value by which a row is sorted: a market by its position among the markets. */
export function statisticsKey(row: StatisticsRow, column: StatisticsColumn): SortKey {
  if (column === 'market') return MARKETS.indexOf(row.market)
  return column === 'pair' ? CURRENCY_PAIR : row[column]
}
