/** A cell: a number or a text; null is an empty cell. */
export type CsvCell = string | number | null

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF'

/** First characters, half- and full-width, with which a spreadsheet reads a text as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/** A text that needs quotes. */
const NEEDS_QUOTES = /[";\r\n]|^\s|\s$/

/** How a program reads a CSV file. */
export interface CsvDialect {
  readonly separator: ',' | ';'
  readonly decimal: '.' | ','
  readonly mark: string
}

/** For spreadsheets with Colombian settings. */
const COLOMBIAN: CsvDialect = { separator: ';', decimal: ',', mark: BYTE_ORDER_MARK }

function formatCell(cell: CsvCell, { separator, decimal }: CsvDialect): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell).replace('.', decimal) : ''
  if (cell === null) return ''
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Formats a table as CSV (RFC 4180), by default for spreadsheets with Colombian settings: semicolons,
 * decimal commas, a byte order mark. Numbers have no grouping and no currency. A
 * number that is not finite becomes an empty cell. An apostrophe before a formula makes it a text.
 */
export const toCsv = (rows: readonly (readonly CsvCell[])[], dialect = COLOMBIAN): string =>
  dialect.mark +
  rows.map((row) => `${row.map((cell) => formatCell(cell, dialect)).join(dialect.separator)}\r\n`).join('')

/** A row of a CSV file that was read, with the line of the file on which it starts. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

export type CsvEncoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'
export type CsvSeparator = ',' | ';' | '\t'

/** A CSV file that was read, without its empty rows. */
export interface CsvContent {
  readonly encoding: CsvEncoding
  readonly separator: CsvSeparator
  readonly records: readonly CsvRecord[]
}

/** Why a file is no readable CSV file. `line` is where its quotes break. */
export type CsvFailure =
  | { readonly kind: 'empty' | 'spreadsheet' | 'not-text' | 'unreadable' }
  | { readonly kind: 'too-large'; readonly maximum: number }
  | { readonly kind: 'too-many-rows'; readonly maximum: number }
  | { readonly kind: 'quotes'; readonly line: number }

/** Returns the text of a cell: removes the apostrophe that `toCsv` puts before a formula. */
export const readCell = (cell: string): string => {
  const text = cell.trim()
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text
}
