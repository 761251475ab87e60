import { type ListPage, takePage } from '#src/domain/list/page.ts'
import { createSearchIndex, type SearchIndex, searchRows } from '#src/domain/list/search.ts'
import { type SortKey, type SortOrder, sortRows } from '#src/domain/list/sort.ts'

/** A filter with a fixed set of values; the first value is the default. */
export interface ListFilter<Row> {
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
  readonly pageSize: number
}

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

/** Returns the page that a state selects, from unsorted rows. */
export function selectListPage<Row, Column extends string>(
  rows: readonly Row[],
  state: ListState<Column>,
  rules: ListRules<Row, Column>,
): ListPage<Row> {
  const matches = findRows(indexRows(rows, state.order, rules), state, rules)
  return takePage(matches, state.page, rules.pageSize)
}
