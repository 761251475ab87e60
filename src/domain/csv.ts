/** A cell: a number or a text; null is an empty cell. */
export type CsvCell = string | number | null

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF'

/** First characters, half- and full-width, with which a spreadsheet reads a text as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/** A text that needs quotes. */
const NEEDS_QUOTES = /[";\r\n]|^\s|\s$/

function formatCell(cell: CsvCell): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell).replace('.', ',') : ''
  if (cell === null) return ''
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Formats a table as CSV for spreadsheets with Colombian settings: RFC 4180 with semicolons and
 * decimal commas, in UTF-8 with a byte order mark. Numbers have no grouping and no currency. A
 * number that is not finite becomes an empty cell. An apostrophe before a formula makes it a text.
 */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(formatCell).join(';')}\r\n`).join('')
