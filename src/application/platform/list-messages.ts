import type { ListPage, SortOrder } from '#src/domain/list.ts'
import { formatCount } from '#src/domain/money.ts'

/** Names of a row of a list, singular and plural: `usuario`, `usuarios`. */
export interface RowNames {
  readonly one: string
  readonly many: string
  /** Set for a feminine noun: `pantallas seleccionadas`. */
  readonly feminine?: true
}

export const PREVIOUS_PAGE = 'Página anterior'
export const NEXT_PAGE = 'Página siguiente'
export const PAGE_SIZE = 'Filas por página'
export const DOWNLOAD_CSV = 'Descargar CSV'
export const REMOVE_FILTERS = 'Quitar filtros'
export const SELECT_PAGE = 'Seleccionar toda la página'
export const CLEAR_SELECTION = 'Quitar selección'
export const NOTHING_FOUND_ADVICE = 'Revise la ortografía o quite los filtros para buscar entre todos.'

const nameRows = (rows: number, { one, many }: RowNames) => (rows === 1 ? one : many)

/** `1–40 de 123 usuarios`, `0 usuarios`. */
export function pageText({ from, to, total }: ListPage<unknown>, names: RowNames): string {
  const rows = `${formatCount(total)} ${nameRows(total, names)}`
  return total === 0 ? rows : `${formatCount(from)}–${formatCount(to)} de ${rows}`
}

/** `Ningún resultado contiene «zapata»`; another sentence without a search text. */
export const noResults = (search: string): string =>
  search.trim() === '' ? 'Ningún resultado con estos filtros' : `Ningún resultado contiene «${search.trim()}»`

/** `2 usuarios seleccionados`, `1 pantalla seleccionada`. */
export const selectedText = (selected: number, names: RowNames): string =>
  `${formatCount(selected)} ${nameRows(selected, names)} seleccionad${names.feminine ? 'a' : 'o'}${selected === 1 ? '' : 's'}`

/** `Seleccionar Paula Ibáñez`. */
export const selectRowText = (name: string): string => `Seleccionar ${name}`

/** Announced when the user sorts a list; `title` is the heading of the column. */
export function sortedText(order: SortOrder | null, title: string): string {
  if (order === null) return 'Orden original'
  return `Ordenado por ${title}, ${order.direction === 'descending' ? 'de mayor a menor' : 'de menor a mayor'}`
}
