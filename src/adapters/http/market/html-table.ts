import { parseNumber } from '#src/adapters/http/decode/parse-values.ts'

/** The part of the DOM that a table needs. The core compiles without DOM types. */
interface HtmlElement {
  readonly tagName: string
  readonly textContent: string | null
  readonly children: ArrayLike<HtmlElement>
}

interface HtmlDocument {
  querySelector(selector: string): HtmlElement | null
  querySelectorAll(selector: string): ArrayLike<HtmlElement>
}

/** Parses untrusted HTML into a document that runs no script and loads no resource. */
export type ParseHtml = (html: string) => HtmlDocument

/** Finds nothing, for a platform without a parser: its tables of quotes count as malformed. */
export const parseNothing: ParseHtml = () => ({ querySelector: () => null, querySelectorAll: () => [] })

const SPACES = /\s+/g
const UNITS = /[$%\s]/g

/** Parses a number such as `1,234.56`, with or without sign, `$` or `%`; null for other texts. */
export const parseCellNumber = (text: string): number | null => parseNumber(text.replace(UNITS, ''))

const getCells = (row: HtmlElement): readonly string[] =>
  Array.from(row.children)
    .filter(({ tagName }) => tagName === 'TD')
    .map(({ textContent }) => (textContent ?? '').replace(SPACES, ' ').trim())

/**
 * Returns the texts of the data cells of every table row; a heading row has no data cells. Returns
 * null without a table (D20).
 */
export function parseTableRows(html: string, parseHtml: ParseHtml): readonly (readonly string[])[] | null {
  const document = parseHtml(html)
  if (!document.querySelector('table')) return null
  return Array.from(document.querySelectorAll('tr'), getCells)
}
