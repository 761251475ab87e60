import type { Subscription } from 'xstate'
import { formatListQuery, parseListQuery, parsePageSize, writePageSize } from '#src/application/navigation/query.ts'
import type { Timers } from '#src/application/platform/ports.ts'
import { createRefreshable, type Readable } from '#src/application/platform/readable.ts'
import {
  EMPTY_SELECTION,
  findRows,
  indexRows,
  initialListState,
  type ListPage,
  type ListRules,
  type ListState,
  nextOrder,
  retainIds,
  type SearchIndex,
  type Selection,
  type SelectionState,
  selectionState,
  takePage,
  toggleId,
  toggleIds,
  toPageNumber,
} from '#src/domain/list.ts'

export interface ListSnapshot<Row, Column extends string = string> extends Omit<ListState<Column>, 'page'> {
  /** The current page; null while the rows are not loaded. */
  readonly page: ListPage<Row> | null
  /** Number of rows before search and filters. */
  readonly total: number
  readonly pageSize: number
  /** The page sizes that the user can choose; empty for a fixed size. */
  readonly pageSizes: readonly number[]
  readonly selection: Selection
  /** Whether all, some or no rows of the current page are selected. */
  readonly pageSelection: SelectionState
}

/**
 * The state and the actions of a list. The caller or a source sets the rows; search, filters, order
 * and page determine which rows are shown.
 */
export interface ListView<Row, Column extends string = string> extends Readable<ListSnapshot<Row, Column>> {
  /**
   * Replaces the rows and deselects removed rows. Null means that no rows are loaded; it does not
   * change the selection. Search, filters and order do not change.
   */
  setRows(rows: readonly Row[] | null): void
  search(text: string): void
  filter(name: string, value: string): void
  /** Clears search and filters, and goes to page 1. The order does not change. */
  clear(): void
  /** Sets the next order of a column: ascending, descending, no order. */
  sort(column: Column): void
  goToPage(number: number): void
  /** Changes the rows per page to one of `pageSizes`, and stays at the first visible row. */
  setPageSize(size: number): void
  toggle(id: string): void
  /** Selects the rows of the current page; deselects them when all are selected. */
  togglePage(): void
  clearSelection(): void
  /** Returns the matching rows of all pages, sorted, for a download. */
  matchingRows(): readonly Row[]
  /**
   * Writes search, filters, order, page size and the shown page into a query; other values do not change. The
   * shown page is the last one when the requested page does not exist.
   */
  toQuery(query: string): string
  /** Reads search, filters, order, page size and page from a query; invalid values become the default. */
  applyQuery(query: string): void
}

/** The rows per page that the user chooses, and where the choice is stored. */
export interface PageSizeChoice {
  readonly choices: readonly number[]
  /** Returns the stored choice; null for the size of the rules. */
  read(): number | null
  write(size: number | null): void
}

interface Options<Row> {
  /** Where the list reads its rows; without it the caller sets them. */
  readonly source?: Readable<{ readonly value: readonly Row[] | null }>
  /** The query of the page URL when the list is created. */
  readonly query?: string
  /** Separates the query values of two lists with the same page URL. */
  readonly prefix?: string
  /** Without it, pages have the size of the rules. */
  readonly pageSizeChoice?: PageSizeChoice
}

/** The rows per page: those of the address, else those of the reader, else those of the rules. */
function createPageSize(initial: number, prefix: string, choice: PageSizeChoice | undefined) {
  const choices = choice?.choices ?? []
  const parse = (query: string) => parsePageSize(query, choices, prefix) ?? choice?.read() ?? initial
  return {
    choices,
    parse,
    /** Omits the initial size, unless a link without a size would open with another one. */
    format: (query: string, size: number) =>
      choice ? writePageSize(query, size === initial && choice.read() === null ? null : size, prefix) : query,
    store: (size: number) => choice?.write(size === initial ? null : size),
  }
}

/** Caches the last result; calls `compute` only when an argument has changed. */
function cacheLast<Args extends readonly unknown[], T>(compute: (...args: Args) => T): (...args: Args) => T {
  let last: { readonly args: Args; readonly result: T } | null = null
  return (...args) => {
    if (!last || args.some((arg, i) => !Object.is(arg, last?.args[i]))) last = { args, result: compute(...args) }
    return last.result
  }
}

/**
 * Creates the view of a list. It sorts and normalizes the rows only when rows or order change. A
 * keystroke in the search then only compares texts.
 */
export function createListView<Row, Column extends string>(
  rules: ListRules<Row, Column>,
  { source, query = '', prefix = '', pageSizeChoice }: Options<Row> = {},
): ListView<Row, Column> {
  const sizes = createPageSize(rules.pageSize, prefix, pageSizeChoice)
  let pageSize = sizes.parse(query)
  let rows: readonly Row[] | null = null
  let state: ListState<Column> = parseListQuery(query, rules, prefix)
  let selection: Selection = EMPTY_SELECTION

  const toSearchIndex = cacheLast(indexRows<Row, Column>)
  const findCached = cacheLast(
    (index: SearchIndex<Row>, search: string, filters: ListState['filters']): readonly Row[] =>
      findRows(index, { search, filters }, rules),
  )
  const findMatchingRows = () => {
    const allRows = readRows()
    return allRows === null ? [] : findCached(toSearchIndex(allRows, state.order, rules), state.search, state.filters)
  }

  const toSnapshot = cacheLast(
    (
      list: ListState<Column>,
      size: number,
      allRows: readonly Row[] | null,
      selected: Selection,
    ): ListSnapshot<Row, Column> => {
      const page = allRows === null ? null : takePage(findMatchingRows(), list.page, size)
      return {
        ...list,
        page,
        pageSize: size,
        pageSizes: sizes.choices,
        total: allRows?.length ?? 0,
        selection: selected,
        pageSelection: selectionState(selected, page?.rows.map(rules.toId) ?? []),
      }
    },
  )
  const { refresh, ...view } = createRefreshable(
    () => {
      // First: new rows change the selection.
      const allRows = readRows()
      return toSnapshot(state, pageSize, allRows, selection)
    },
    () => source?.subscribe(() => refresh()).unsubscribe ?? (() => {}),
  )
  const { getSnapshot } = view

  function storeRows(next: readonly Row[] | null) {
    if (next !== null && next !== rows) selection = retainIds(selection, next.map(rules.toId))
    rows = next
  }

  function readRows() {
    if (source) storeRows(source.getSnapshot().value)
    return rows
  }

  function change(next: Partial<ListState<Column>>) {
    state = { ...state, ...next }
    refresh()
  }
  function select(next: Selection) {
    selection = next
    refresh()
  }

  return {
    ...view,
    setRows(next) {
      if (next === rows) return
      storeRows(next)
      refresh()
    },
    search: (search) => change({ search, page: 1 }),
    filter: (name, value) => change({ filters: { ...state.filters, [name]: value }, page: 1 }),
    clear: () => change({ ...initialListState(rules), order: state.order }),
    sort: (column) => change({ order: nextOrder(state.order, column), page: 1 }),
    goToPage: (page) => change({ page }),
    setPageSize(size) {
      if (!sizes.choices.includes(size)) return
      sizes.store(size)
      const position = getSnapshot().page?.from ?? 1
      pageSize = size
      change({ page: toPageNumber(position, size) })
    },
    toggle: (id) => select(toggleId(selection, id)),
    togglePage: () => select(toggleIds(selection, getSnapshot().page?.rows.map(rules.toId) ?? [])),
    clearSelection: () => select(EMPTY_SELECTION),
    matchingRows: findMatchingRows,
    toQuery(current) {
      const page = getSnapshot().page?.number ?? state.page
      return sizes.format(formatListQuery(current, { ...state, page }, rules, prefix), pageSize)
    },
    applyQuery(current) {
      pageSize = sizes.parse(current)
      change(parseListQuery(current, rules, prefix))
    },
  }
}

export interface AddressedList extends Pick<ListView<never>, 'toQuery' | 'applyQuery'> {
  subscribe(listener: () => void): Pick<Subscription, 'unsubscribe'>
}

/** Connects the choices of a list (search, filters, order, page) to the query of the page URL. */
export interface ListAddress {
  /**
   * Calls `write` with each query that differs from that of the page URL, after a pause. The
   * returned function stops and cancels a pending write.
   */
  start(write: (query: string) => void): () => void
  /** Reads the choices from a query that a link or Back has opened; discards unwritten choices. */
  follow(query: string): void
  /** Writes pending choices without the pause, before the user leaves the page. */
  flush(): void
}

export interface ListAddressDeps {
  readonly timers: Timers
}

/**
 * Pause between the last choice and the write, in ms. Each write renders every component that reads
 * the URL. Browsers also limit changes of the URL to about ten per second.
 */
const PAUSE_MS = 250

/** Encodes a query as `toQuery` does. The router decodes accents, so equal queries may differ. */
const normalizeQuery = (query: string) => `${new URLSearchParams(query)}`

/** `initialQuery` is the query of the page URL when the list was created. */
export function createListAddress({ timers }: ListAddressDeps, list: AddressedList, initialQuery: string): ListAddress {
  let currentQuery = normalizeQuery(initialQuery)
  let writeTimer: unknown = null
  let write: (query: string) => void = () => {}

  function cancelWrite() {
    if (writeTimer !== null) timers.clearTimeout(writeTimer)
    writeTimer = null
  }

  function flush() {
    if (writeTimer === null) return
    cancelWrite()
    const next = list.toQuery(currentQuery)
    if (next === currentQuery) return
    currentQuery = next
    write(next)
  }

  function scheduleWrite() {
    cancelWrite()
    writeTimer = timers.setTimeout(flush, PAUSE_MS)
  }

  return {
    start(writeQuery) {
      write = writeQuery
      const unsubscribe = list.subscribe(scheduleWrite).unsubscribe
      scheduleWrite()
      return () => {
        unsubscribe()
        cancelWrite()
      }
    },
    follow(query) {
      const next = normalizeQuery(query)
      if (next === currentQuery) return
      cancelWrite()
      currentQuery = next
      // Also schedules a write, because the requested page may not exist.
      list.applyQuery(next)
    },
    flush,
  }
}
