import { initialListState, type ListRules, type ListState } from '#src/domain/list/list.ts'
import type { SortOrder } from '#src/domain/list/sort.ts'

/** Names of the query values; a filter's value has the name of the filter. */
const NAMES = { search: 'buscar', order: 'orden', page: 'pagina' } as const

/** Maximum length of a value in a query; longer values are truncated. */
export const MAX_QUERY_VALUE_LENGTH = 100

const MAX_PAGE = 1_000_000

/** `cierre` sorts ascending, `-cierre` descending. */
function parseOrder<Column extends string>(text: string, columns: readonly Column[]): SortOrder<Column> | null {
  const isDescending = text.startsWith('-')
  const column = columns.find((name) => name === (isDescending ? text.slice(1) : text))
  return column === undefined ? null : { column, direction: isDescending ? 'descending' : 'ascending' }
}

const formatOrder = ({ column, direction }: SortOrder): string => (direction === 'descending' ? `-${column}` : column)

function parsePage(text: string): number {
  const page = /^\d{1,7}$/.test(text) ? Number(text) : 1
  return Math.min(Math.max(page, 1), MAX_PAGE)
}

/**
 * Reads the state of a list from a query, with or without its question mark. A value that is
 * missing or invalid becomes its default. `prefix` distinguishes two lists in one query.
 */
export function parseListQuery<Row, Column extends string>(
  query: string,
  { columns, filters }: Pick<ListRules<Row, Column>, 'columns' | 'filters'>,
  prefix = '',
): ListState<Column> {
  const params = new URLSearchParams(query)
  const read = (name: string) => (params.get(prefix + name) ?? '').slice(0, MAX_QUERY_VALUE_LENGTH)
  const initial = initialListState({ filters })
  return {
    search: read(NAMES.search),
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, { values }]) => {
        const value = read(name)
        return [name, values.includes(value) ? value : (initial.filters[name] ?? '')]
      }),
    ),
    order: parseOrder(read(NAMES.order), columns),
    page: parsePage(read(NAMES.page)),
  }
}

/**
 * Writes the state of a list into a query and leaves its other values unchanged. Defaults are
 * omitted. Returns the query without question mark, '' if it is empty.
 */
export function formatListQuery<Row>(
  query: string,
  state: ListState,
  { filters }: Pick<ListRules<Row>, 'filters'>,
  prefix = '',
): string {
  const params = new URLSearchParams(query)
  const write = (name: string, value: string, defaultValue: string) => {
    if (value === defaultValue) params.delete(prefix + name)
    else params.set(prefix + name, value)
  }
  const initial = initialListState({ filters })
  write(NAMES.search, state.search.slice(0, MAX_QUERY_VALUE_LENGTH), '')
  for (const name of Object.keys(filters)) {
    const initialValue = initial.filters[name] ?? ''
    write(name, state.filters[name] ?? initialValue, initialValue)
  }
  write(NAMES.order, state.order === null ? '' : formatOrder(state.order), '')
  write(NAMES.page, `${state.page}`, '1')
  return params.toString()
}
