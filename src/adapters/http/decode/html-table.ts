import { numberOf } from '#src/adapters/http/decode/loose-values.ts'

/** Turns untrusted HTML into a document in which nothing runs and nothing loads. */
export type ParseHtml = (html: string) => Document

const SPACES = /\s+/g
const UNITS = /[$%\s]/g

/** The number of a cell written as `1,234.56`, with or without sign, `$` or `%`; null for all else. */
export const cellNumber = (text: string): number | null => numberOf(text.replace(UNITS, ''))

const cellsOf = (row: Element): readonly string[] =>
  Array.from(row.children)
    .filter(({ tagName }) => tagName === 'TD')
    .map(({ textContent }) => (textContent ?? '').replace(SPACES, ' ').trim())

/** The rows of every table in the text, each as the texts of its data cells, of which heads have none; null when there is no table (D20). */
export function tableRows(html: string, parseHtml: ParseHtml): readonly (readonly string[])[] | null {
  const document = parseHtml(html)
  if (!document.querySelector('table')) return null
  return Array.from(document.querySelectorAll('tr'), cellsOf)
}
