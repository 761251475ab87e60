import type { SortKey } from '#src/domain/list/sort.ts'
import { CURRENCY_PAIR, MARKETS } from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'

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
