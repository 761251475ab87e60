import { createSubscribers, type View } from '#src/application/platform/view.ts'
import { findRows, indexRows, initialListState, type ListRules, type ListState } from '#src/domain/list/list.ts'
import { formatListQuery, parseListQuery } from '#src/domain/list/list-query.ts'
import { type ListPage, takePage } from '#src/domain/list/page.ts'
import type { SearchIndex } from '#src/domain/list/search.ts'
import {
  EMPTY_SELECTION,
  retainIds,
  type Selection,
  type SelectionState,
  selectionState,
  toggleId,
  toggleIds,
} from '#src/domain/list/selection.ts'
import { nextOrder } from '#src/domain/list/sort.ts'

export interface ListSnapshot<Row, Column extends string = string> extends Omit<ListState<Column>, 'page'> {
  /** The page shown; null until the first rows arrive. */
  readonly page: ListPage<Row> | null
  /** Rows before search and filters. */
  readonly total: number
  readonly selection: Selection
  /** How many rows of the shown page are selected: all, some or no row. */
  readonly pageSelection: SelectionState
}

/**
 * The state and the actions of a list. The screen sets the rows; search, filters, order and page
 * select the shown ones.
 */
export interface ListView<Row, Column extends string = string> extends View<ListSnapshot<Row, Column>> {
  /** Replaces the rows. The choices do not change, but missing rows are deselected. */
  setRows(rows: readonly Row[] | null): void
  search(text: string): void
  filter(name: string, value: string): void
  /** Removes search and filters. */
  clear(): void
  /** Changes the order of a column: ascending, descending, no order. */
  sort(column: Column): void
  goToPage(number: number): void
  toggle(id: string): void
  /** Selects the rows of the shown page, or deselects them when all are selected. */
  togglePage(): void
  clearSelection(): void
  /** All rows that match, in their order, on every page: the rows of a download. */
  matchingRows(): readonly Row[]
  /** Writes the choices into a query; its other values do not change. */
  toQuery(query: string): string
  /** Reads the choices from a query; invalid values become their defaults. */
  readQuery(query: string): void
}

interface Options {
  /** The query of the address at the start. */
  readonly query?: string
  /** Separates the query values of two lists on one screen. */
  readonly prefix?: string
}

/** Calls `find` again only when one of its arguments has changed. */
function rememberLast<Args extends readonly unknown[], T>(find: (...args: Args) => T): (...args: Args) => T {
  let last: { readonly args: Args; readonly result: T } | null = null
  return (...args) => {
    if (!last || args.some((arg, i) => !Object.is(arg, last?.args[i]))) last = { args, result: find(...args) }
    return last.result
  }
}

/**
 * The view of a list. Sorting and folding run when rows or order change, so that a keystroke in
 * the search only compares texts.
 */
export function createListView<Row, Column extends string>(
  rules: ListRules<Row, Column>,
  { query = '', prefix = '' }: Options = {},
): ListView<Row, Column> {
  const subscribers = createSubscribers()
  let rows: readonly Row[] | null = null
  let state: ListState<Column> = parseListQuery(query, rules, prefix)
  let selection: Selection = EMPTY_SELECTION

  const toIndex = rememberLast(indexRows<Row, Column>)
  const toFound = rememberLast(
    (index: SearchIndex<Row>, search: string, filters: ListState['filters']): readonly Row[] =>
      findRows(index, { search, filters }, rules),
  )
  const find = () => (rows === null ? [] : toFound(toIndex(rows, state.order, rules), state.search, state.filters))

  const toSnapshot = rememberLast(
    (shown: ListState<Column>, known: readonly Row[] | null, selected: Selection): ListSnapshot<Row, Column> => {
      const page = known === null ? null : takePage(find(), shown.page, rules.pageSize)
      return {
        ...shown,
        page,
        total: known?.length ?? 0,
        selection: selected,
        pageSelection: selectionState(selected, page?.rows.map(rules.toId) ?? []),
      }
    },
  )
  const getSnapshot = () => toSnapshot(state, rows, selection)

  function change(next: Partial<ListState<Column>>) {
    state = { ...state, ...next }
    subscribers.notify()
  }
  function select(next: Selection) {
    selection = next
    subscribers.notify()
  }

  return {
    getSnapshot,
    subscribe: subscribers.subscribe,
    setRows(next) {
      if (next === rows) return
      rows = next
      if (next !== null) selection = retainIds(selection, next.map(rules.toId))
      subscribers.notify()
    },
    search: (search) => change({ search, page: 1 }),
    filter: (name, value) => change({ filters: { ...state.filters, [name]: value }, page: 1 }),
    clear: () => change({ ...initialListState(rules), order: state.order }),
    sort: (column) => change({ order: nextOrder(state.order, column), page: 1 }),
    goToPage: (page) => change({ page }),
    toggle: (id) => select(toggleId(selection, id)),
    togglePage: () => select(toggleIds(selection, getSnapshot().page?.rows.map(rules.toId) ?? [])),
    clearSelection: () => select(EMPTY_SELECTION),
    matchingRows: find,
    toQuery: (current) => formatListQuery(current, state, rules, prefix),
    readQuery: (current) => change(parseListQuery(current, rules, prefix)),
  }
}
