/** A cell of a file: a number, or text; null is empty. */
export type CsvCell = string | number | null

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Characters with which a spreadsheet takes a text for a formula, in their wide forms too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const QUOTED = /[";\r\n]|^\s|\s$/

function written(cell: CsvCell): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell).replace('.', ',') : ''
  const text = cell === null ? '' : FORMULA.test(cell) ? `'${cell}` : cell
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A table as a file that a spreadsheet set to Colombia opens as it stands: RFC 4180 with semicolons between the cells, since the
 * comma there marks decimals; UTF-8 with its mark. Numbers have no grouping and no currency; those that are not finite are
 * empty. A text that a spreadsheet would calculate gets an apostrophe in front.
 */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(written).join(';')}\r\n`).join('')
