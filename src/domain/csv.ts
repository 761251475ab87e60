/** A cell: a number or a text; null is an empty cell. */
export type CsvCell = string | number | null

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Characters, in both widths, that make a spreadsheet read a text as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const QUOTED = /[";\r\n]|^\s|\s$/

function formatCell(cell: CsvCell): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell).replace('.', ',') : ''
  const text = cell === null ? '' : FORMULA.test(cell) ? `'${cell}` : cell
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A table as CSV for spreadsheets with Colombian settings: RFC 4180 with semicolons between cells
 * and decimal commas, in UTF-8 with a byte order mark. Numbers have no grouping and no currency; a
 * number that is not finite is an empty cell. A text that a spreadsheet would read as a formula
 * starts with an apostrophe.
 */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(formatCell).join(';')}\r\n`).join('')
