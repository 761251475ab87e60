import { compareText, foldText } from '#src/domain/text.ts'

/** A filter with a fixed set of values; the first value is the default. */
interface ListFilter<Row> {
  readonly values: readonly string[]
  readonly accepts: (row: Row, value: string) => boolean
}

/** How the rows of one list are identified, searched, filtered, sorted and paged. */
export interface ListRules<Row, Column extends string = string> {
  readonly toId: (row: Row) => string
  /** The texts that the search compares. */
  readonly toTexts: (row: Row) => readonly string[]
  /** Columns by which the list can be sorted. */
  readonly columns: readonly Column[]
  readonly toKey: (row: Row, column: Column) => SortKey
  readonly filters: Readonly<Record<string, ListFilter<Row>>>
  /** `ALL_ROWS` for a list without pages. */
  readonly pageSize: number
}

/** The page size of a list that always shows all rows. */
export const ALL_ROWS = Number.MAX_SAFE_INTEGER

type FilterRules<Row> = Pick<ListRules<Row>, 'filters'>

/** The user's choices in a list. */
export interface ListState<Column extends string = string> {
  readonly search: string
  /** The value of each filter, by the filter's name. */
  readonly filters: Readonly<Record<string, string>>
  /** Null shows the rows in the order of the source. */
  readonly order: SortOrder<Column> | null
  /** Page number from 1; it may exceed the number of pages. */
  readonly page: number
}

/** The state of a new list: no search, the first value of each filter, no order, page 1. */
export const initialListState = <Row>({ filters }: FilterRules<Row>): ListState<never> => ({
  search: '',
  filters: Object.fromEntries(Object.entries(filters).map(([name, { values }]) => [name, values[0] ?? ''])),
  order: null,
  page: 1,
})

/**
 * Sorts all rows and prepares their texts for the search. This is slow: call it when rows or order
 * change, not on each keystroke.
 */
export const indexRows = <Row, Column extends string>(
  rows: readonly Row[],
  order: SortOrder<Column> | null,
  { toTexts, toKey }: Pick<ListRules<Row, Column>, 'toTexts' | 'toKey'>,
): SearchIndex<Row> => createSearchIndex(sortRows(rows, order, toKey), toTexts)

/** Returns the rows that match search and filters, in the order of the index. */
export function findRows<Row>(
  index: SearchIndex<Row>,
  { search, filters }: Pick<ListState, 'search' | 'filters'>,
  rules: FilterRules<Row>,
): readonly Row[] {
  const conditions = Object.entries(rules.filters).map(([name, { accepts, values }]) => {
    const value = filters[name] ?? values[0] ?? ''
    return (row: Row) => accepts(row, value)
  })
  const matches = searchRows(index, search)
  return conditions.length === 0 ? matches : matches.filter((row) => conditions.every((isMet) => isMet(row)))
}

/** One page of a list. Positions count from 1; an empty list has one empty page with `from` 0. */
export interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** From 1 to `pages`. */
  readonly number: number
  /** Number of pages. */
  readonly pages: number
  /** Positions of this page's first and last rows in the whole list. */
  readonly from: number
  readonly to: number
  /** Number of rows in all pages. */
  readonly total: number
}

/** Returns page `number`, limited to the existing pages. `size` is at least 1. */
export function takePage<Row>(rows: readonly Row[], number: number, size: number): ListPage<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const current = Math.min(Math.max(1, number), pages)
  const start = (current - 1) * size
  const pageRows = rows.slice(start, start + size)
  return {
    rows: pageRows,
    number: current,
    pages,
    from: pageRows.length === 0 ? 0 : start + 1,
    to: start + pageRows.length,
    total: rows.length,
  }
}

/** Returns the page with the row at `position` (from 1); page 1 for an empty list. */
export const toPageNumber = (position: number, size: number): number => Math.ceil(Math.max(1, position) / size)

/** Separates the texts of a row. No folded text contains it, so no match spans two texts. */
const SEPARATOR = '\n'

/** Rows and their folded texts (`foldForSearch`). `texts[i]` belongs to `rows[i]`. */
export interface SearchIndex<Row> {
  readonly rows: readonly Row[]
  readonly texts: readonly string[]
}

/** Folds a text for the search: lower case, no accents, single spaces. */
const foldForSearch = (text: string): string => foldText(text).trim().replaceAll(/\s+/g, ' ')

/** Folds the texts of all rows in advance, so that each search only folds its query. */
export const createSearchIndex = <Row>(
  rows: readonly Row[],
  toTexts: (row: Row) => readonly string[],
): SearchIndex<Row> => ({
  rows,
  texts: rows.map((row) => toTexts(row).map(foldForSearch).join(SEPARATOR)),
})

/**
 * Returns the rows with a text that contains the query; case and accents are ignored. An empty
 * query returns all rows.
 */
export function searchRows<Row>({ rows, texts }: SearchIndex<Row>, query: string): readonly Row[] {
  const folded = foldForSearch(query)
  return folded === '' ? rows : rows.filter((_, i) => texts[i]?.includes(folded))
}

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

/** Ids of the selected rows. Unlike rows, ids survive paging and a refresh. */
export type Selection = ReadonlySet<string>

export const EMPTY_SELECTION: Selection = new Set()

export type SelectionState = 'none' | 'some' | 'all'

/** Adds an id, or removes it if it is selected. */
export function toggleId(selection: Selection, id: string): Selection {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Whether all, some or none of these ids are selected; `none` for an empty list. */
export function selectionState(selection: Selection, ids: readonly string[]): SelectionState {
  const selected = ids.filter((id) => selection.has(id)).length
  if (selected === 0) return 'none'
  return selected === ids.length ? 'all' : 'some'
}

/** Selects all these ids, or deselects them if all were selected. Other ids are unchanged. */
export function toggleIds(selection: Selection, ids: readonly string[]): Selection {
  const next = new Set(selection)
  const areAllSelected = selectionState(selection, ids) === 'all'
  for (const id of ids) {
    if (areAllSelected) next.delete(id)
    else next.add(id)
  }
  return next
}

/** Removes the selected ids that are not in `ids`. Returns the same set if nothing changes. */
export function retainIds(selection: Selection, ids: Iterable<string>): Selection {
  const existing = new Set(ids)
  const retained = [...selection].filter((id) => existing.has(id))
  return retained.length === selection.size ? selection : new Set(retained)
}
