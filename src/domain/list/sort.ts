import { compareText } from '#src/domain/text.ts'

/** The value by which a row is sorted; null and NaN are unknown. */
export type SortKey = string | number | null

export interface SortOrder<Column extends string = string> {
  readonly column: Column
  readonly direction: 'ascending' | 'descending'
}

const isKnown = (key: SortKey): key is string | number => key !== null && !Number.isNaN(key)

/** Orders numbers by value, then texts in Spanish order. */
function compareKeys(one: string | number, other: string | number): number {
  if (typeof one === 'string') return typeof other === 'string' ? compareText(one, other) : 1
  if (typeof other === 'string') return -1
  return one < other ? -1 : Number(one > other)
}

/**
 * Returns the sorted rows, or the same array if `order` is null. The sort is stable. Rows with
 * unknown keys are last in both directions.
 */
export function sortRows<Row, Column extends string>(
  rows: readonly Row[],
  order: SortOrder<Column> | null,
  toKey: (row: Row, column: Column) => SortKey,
): readonly Row[] {
  if (order === null) return rows
  const { column, direction } = order
  const sign = direction === 'ascending' ? 1 : -1
  const keyedRows = rows.map((row) => ({ row, key: toKey(row, column) }))
  const knownRows = keyedRows.flatMap(({ row, key }) => (isKnown(key) ? [{ row, key }] : []))
  knownRows.sort((one, other) => sign * compareKeys(one.key, other.key))
  return [...knownRows, ...keyedRows.filter(({ key }) => !isKnown(key))].map(({ row }) => row)
}

/** The order after a click on a heading: ascending, then descending, then null. */
export function nextOrder<Column extends string>(
  order: SortOrder<Column> | null,
  column: Column,
): SortOrder<Column> | null {
  if (order?.column !== column) return { column, direction: 'ascending' }
  return order.direction === 'ascending' ? { column, direction: 'descending' } : null
}
