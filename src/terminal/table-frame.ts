import { formatCount } from '#src/domain/money.ts'
import type { Size } from '#src/terminal/screen.ts'

/** A list as texts. */
export interface TextTable {
  readonly titles: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

interface TableFrameOptions {
  /** What the list is, such as its counts. */
  readonly heading: string
  /** A notice about old or missing data; null without one. */
  readonly notice: string | null
  readonly size: Size
  /** The number of the shown page, from 0. */
  readonly page: number
  /** Whether keys work: the last line names them. */
  readonly hasKeys: boolean
}

const GAP = '  '
const KEYS = 'n: siguiente  p: anterior  q: salir'

export const cutText = (text: string, width: number): string =>
  [...text].length > width ? `${[...text].slice(0, Math.max(0, width - 1)).join('')}…` : text

/** Returns the widths of the columns. The widest column gives way until all fit in `total`. */
export function fitColumns({ titles, rows }: TextTable, total: number): readonly number[] {
  const widths = titles.map((title, i) =>
    Math.max(...[title, ...rows.map((row) => row[i] ?? '')].map((text) => [...text].length)),
  )
  const available = Math.max(titles.length, total - GAP.length * (titles.length - 1))
  for (let excess = widths.reduce((sum, width) => sum + width, 0) - available; excess > 0; excess -= 1) {
    const widest = widths.indexOf(Math.max(...widths))
    widths[widest] = (widths[widest] ?? 1) - 1
  }
  return widths
}

/** The number of rows that fit below the heading, the titles and above the keys; at least 1. */
const countVisibleRows = ({ notice, size: [, rows] }: TableFrameOptions): number =>
  Math.max(1, rows - (notice === null ? 4 : 5))

/** Returns the number of pages, at least 1. */
export const countPages = (table: TextTable, options: TableFrameOptions): number =>
  Math.max(1, Math.ceil(table.rows.length / countVisibleRows(options)))

/** Renders one page of a list, one string per line, none wider than the terminal. */
export function renderTable(table: TextTable, options: TableFrameOptions): readonly string[] {
  const { heading, notice, size, page, hasKeys } = options
  const [columns] = size
  const widths = fitColumns(table, columns)
  const toLine = (row: readonly string[]) =>
    cutText(row.map((text, i) => cutText(text, widths[i] ?? 0).padEnd(widths[i] ?? 0)).join(GAP), columns).trimEnd()
  const visible = countVisibleRows(options)
  const pages = countPages(table, options)
  const shown = Math.min(page, pages - 1)
  const start = Number.isFinite(visible) ? shown * visible : 0
  const place = pages === 1 ? '' : ` (página ${formatCount(shown + 1)} de ${formatCount(pages)})`
  return [
    cutText(`${heading}${place}`, columns),
    ...(notice === null ? [] : [cutText(notice, columns)]),
    ...(table.rows.length === 0 ? [] : [toLine(table.titles), ...table.rows.slice(start, start + visible).map(toLine)]),
    ...(hasKeys ? [cutText(pages === 1 ? 'q: salir' : KEYS, columns)] : []),
  ]
}
