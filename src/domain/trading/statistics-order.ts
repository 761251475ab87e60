import { CURRENCY_PAIR, MARKETS } from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'

/** The fifteen columns of the statistics, in their order (§2.4). */
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

/** What a table is sorted by. */
export interface StatisticsOrder {
  readonly column: StatisticsColumn
  readonly direction: 'ascending' | 'descending'
}

type Key = string | number | null

/** What a row is compared by: its market by the order of the two, all else by what the column says. */
function keyOf(row: StatisticsRow, column: StatisticsColumn): Key {
  if (column === 'market') return MARKETS.indexOf(row.market)
  return column === 'pair' ? CURRENCY_PAIR : row[column]
}

const isKnown = (key: Key): key is string | number => key !== null && !Number.isNaN(key)

function compareKeys(one: string | number, other: string | number): number {
  return one < other ? -1 : Number(one > other)
}

/**
 * The rows by an order, as they came without one. Numbers compare as numbers; equal ones stay as they were, and empty ones come
 * last either way.
 */
export function orderedRows(rows: readonly StatisticsRow[], order: StatisticsOrder | null): readonly StatisticsRow[] {
  if (order === null) return rows
  const sign = order.direction === 'ascending' ? 1 : -1
  const keyed = rows.flatMap((row) => {
    const key = keyOf(row, order.column)
    return isKnown(key) ? [{ row, key }] : []
  })
  const sorted = keyed.sort((one, other) => sign * compareKeys(one.key, other.key)).map(({ row }) => row)
  return [...sorted, ...rows.filter((row) => !isKnown(keyOf(row, order.column)))]
}

/** The order after a press on a column's head: upwards first, then downwards, then as the rows came. */
export function nextOrder(order: StatisticsOrder | null, column: StatisticsColumn): StatisticsOrder | null {
  if (order?.column !== column) return { column, direction: 'ascending' }
  return order.direction === 'ascending' ? { column, direction: 'descending' } : null
}
