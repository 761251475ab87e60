import type { ParseHtml } from '#src/adapters/http/market/html-table.ts'

/** The part of a DOM element that the decoders of tables read. */
interface TableElement {
  readonly tagName: string
  readonly textContent: string
  readonly children: readonly TableElement[]
}

const ROW = /<tr>(.*?)<\/tr>/gs
const CELL = /<(t[hd])>(.*?)<\/\1>/gs
const ENTITY = /&(amp|lt|gt|quot|#39);/g
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const decodeEntities = (text: string) => text.replace(ENTITY, (_entity, name: string) => CHARACTERS[name] ?? '')

const toCell = ([, tag = '', text = '']: RegExpMatchArray): TableElement => ({
  tagName: tag.toUpperCase(),
  textContent: decodeEntities(text),
  children: [],
})

const toRow = ([, cells = '']: RegExpMatchArray): TableElement => ({
  tagName: 'TR',
  textContent: '',
  children: Array.from(cells.matchAll(CELL), toCell),
})

/** Parses a table that the portal's own server wrote. It cannot parse other HTML. */
export const parseOwnTable: ParseHtml = (html) => {
  const rows = Array.from(html.matchAll(ROW), toRow)
  const table: TableElement = { tagName: 'TABLE', textContent: '', children: rows }
  return {
    querySelector: (selector) => (selector === 'table' && html.includes('<table>') ? table : null),
    querySelectorAll: (selector) => (selector === 'tr' ? rows : []),
  }
}
