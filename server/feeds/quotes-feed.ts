import { parse as parseCsv } from 'csv-parse/sync'
import { type FeedFailure, JSON_ACCEPT, JSON_TYPES, parseJson } from '#server/feeds/feed-failure.ts'
import type { FeedText } from '#server/feeds/fetch-feed.ts'
import type { CurrenciesMapping, SecuritiesMapping } from '#server/feeds/quotes-mapping.ts'
import type { CurrencyQuote, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

type Mapping = SecuritiesMapping | CurrenciesMapping

/** Media types of JSON and CSV; CSV is often sent as plain text. */
export const QUOTES_TYPES = {
  json: JSON_TYPES,
  csv: /^(?:text\/(?:csv|plain)|application\/(?:csv|vnd\.ms-excel|octet-stream))\b/i,
} as const
export const QUOTES_ACCEPT = { json: JSON_ACCEPT, csv: 'text/csv, text/plain;q=0.5' } as const

/** Maximum number of quotes of one kind. */
const MAX_QUOTES = 500

/** Maximum length of a name, in characters. */
const MAX_NAME_LENGTH = 60

/** Maximum length of a number, in characters. */
const MAX_NUMBER_LENGTH = 40

const CURRENCY_CODE = /^[A-Z]{3}$/
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/**
 * Returns the value at a path such as `data.rows.0.last`; undefined when a part of the path is
 * missing. A number in the path is a position in a list.
 */
function readPath(value: unknown, path: string): unknown {
  let current = value
  for (const name of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined
    current = Reflect.get(current, name)
  }
  return current
}

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\s+/g, ' ').trim() : ''

/** Parses a provider's number, such as `1.234,50`, `$ 4,098.17` or `-0.4 %`; null if invalid. */
function toNumber(value: unknown, decimal: '.' | ',' = '.'): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.length > MAX_NUMBER_LENGTH) return null
  const plain = value.replace(/[\s$%']/g, '').replace('\u2212', '-')
  const text = decimal === ',' ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', '')
  return NUMBER.test(text) ? Number(text) : null
}

/** Returns the rows of a reply; null when the reply does not match the mapping. */
function readRows(text: string, { format, rows, separator = ',' }: Mapping): readonly unknown[] | null {
  if (format === 'json') {
    const body = parseJson(text)
    const list = rows === undefined ? body : readPath(body, rows)
    return Array.isArray(list) ? list : null
  }
  try {
    return parseCsv(text, { columns: true, bom: true, delimiter: separator, trim: true, skipEmptyLines: true })
  } catch {
    return null
  }
}

interface Figures {
  readonly value: number
  readonly previous: number | null
  readonly change: number | null
}

function readFigures(row: unknown, { value, change, previous, decimal }: Mapping): Figures | null {
  const readNumber = (path: string | undefined) => (path === undefined ? null : toNumber(readPath(row, path), decimal))
  const figures = { value: readNumber(value), change: readNumber(change), previous: readNumber(previous) }
  return figures.value === null || figures.value <= 0 ? null : { ...figures, value: figures.value }
}

const percentChange = ({ value, previous }: Figures) =>
  previous === null || previous <= 0 ? null : (value / previous - 1) * 100

function toSecurity(row: unknown, mapping: SecuritiesMapping): readonly SecurityQuote[] {
  const providerName = toText(readPath(row, mapping.name))
  const { names = {} } = mapping
  const name = (Object.hasOwn(names, providerName) ? names[providerName] : providerName) ?? ''
  const figures = readFigures(row, mapping)
  if (figures === null || name === '' || name.length > MAX_NAME_LENGTH) return []
  const change = figures.change ?? percentChange(figures)
  return change === null || change <= -100 ? [] : [{ name, value: figures.value, change }]
}

function toCurrency(row: unknown, mapping: CurrenciesMapping): readonly CurrencyQuote[] {
  const readCode = (path: string) => (path.startsWith('=') ? path.slice(1) : toText(readPath(row, path))).toUpperCase()
  const [from, to] = [readCode(mapping.from), readCode(mapping.to)]
  const figures = readFigures(row, mapping)
  if (figures === null || !CURRENCY_CODE.test(from) || !CURRENCY_CODE.test(to) || from === to) return []
  const { value, previous } = figures
  const change = figures.change ?? (previous === null ? null : value - previous)
  return change === null || Math.abs(change) >= value ? [] : [{ from, to, value, change }]
}

/**
 * Reads the quotes of a reply. Of several quotes with the same key, the first counts. Fails when no
 * row is readable (D37).
 */
function readQuotes<T>(
  { text }: FeedText,
  mapping: Mapping,
  toQuotes: (row: unknown) => readonly T[],
  toKey: (quote: T) => string,
): Result<readonly T[], FeedFailure> {
  const rows = readRows(text, mapping)
  if (rows === null) return err({ kind: 'malformed' })
  const quotes = rows.flatMap(toQuotes)
  if (quotes.length === 0) return err({ kind: 'no-rows' })
  const seenKeys = new Set<string>()
  return ok(quotes.filter((quote) => !seenKeys.has(toKey(quote)) && seenKeys.add(toKey(quote))).slice(0, MAX_QUOTES))
}

/** Parses the quotes of stocks or indices. */
export const parseSecurities = (reply: FeedText, mapping: SecuritiesMapping) =>
  readQuotes(
    reply,
    mapping,
    (row) => toSecurity(row, mapping),
    ({ name }) => name,
  )

/** Parses the quotes of currencies. */
export const parseCurrencies = (reply: FeedText, mapping: CurrenciesMapping) =>
  readQuotes(
    reply,
    mapping,
    (row) => toCurrency(row, mapping),
    ({ from, to }) => `${from}/${to}`,
  )
