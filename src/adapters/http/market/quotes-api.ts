import * as z from 'zod/mini'
import { FEED_ROW, FEED_WORDS } from '#src/adapters/http/contract/market/quotes.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { parseItems } from '#src/adapters/http/decode/lenient.ts'
import { findList, getField } from '#src/adapters/http/decode/records.ts'
import { findChart, toColumns } from '#src/adapters/http/market/chart.ts'
import { type ParseHtml, parseCellNumber, parseTableRows } from '#src/adapters/http/market/html-table.ts'
import { createMarketReads, type MarketReadsDeps } from '#src/adapters/http/market/market-reads.ts'
import type { QuotesGateway } from '#src/application/market/ports.ts'
import type { MarketClock } from '#src/application/platform/ports.ts'
import { FEED_NAMES, type FeedStatuses } from '#src/domain/quotes/feeds.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { referenceDate } from '#src/domain/trading/calendar.ts'

/** Decodes the statuses of the feeds; ignores unknown feeds. Returns null without a list. */
function decodeFeeds(body: unknown): FeedStatuses | null {
  const list = findList(body)
  if (list === null) return null
  const rows = parseItems(z.object(FEED_ROW), list)
  return Object.fromEntries(
    FEED_NAMES.flatMap((name) => {
      const row = rows.find(({ fuente }) => fuente === FEED_WORDS[name])
      return row === undefined ? [] : [[name, { updatedAt: row.actualizado, late: row.atrasada }]]
    }),
  )
}

type Cells = readonly string[]

/** Converts a row to a quote; an incomplete row has no quote (D20). */
function toCurrency([from = '', to = '', valueCell = '', changeCell = '']: Cells): readonly CurrencyQuote[] {
  const value = parseCellNumber(valueCell)
  const change = parseCellNumber(changeCell)
  return from && to && value !== null && change !== null ? [{ from, to, value, change }] : []
}

function toSecurity([name = '', valueCell = '', changeCell = '']: Cells): readonly SecurityQuote[] {
  const value = parseCellNumber(valueCell)
  const change = parseCellNumber(changeCell)
  return name && value !== null && change !== null ? [{ name, value, change }] : []
}

/**
 * Decodes the chart of the index; a missing name is ''. `date` is the trading day of a reply that
 * names no trading day.
 */
function decodeIndexSeries(body: unknown, date: BogotaDate): IndexSeries | null {
  const chart = findChart(body)
  const columns = chart && toColumns(chart, chart.tradingDay ?? date, 1)
  const [values] = columns?.values ?? []
  if (!columns || !values) return null
  const [dataset = {}] = chart.datasets
  const name = getField(dataset, 'label')
  return { name: typeof name === 'string' ? name : '', times: columns.times, values }
}

interface QuotesApiDeps extends MarketReadsDeps {
  readonly parseHtml: ParseHtml
  readonly marketClock: MarketClock
}

/**
 * Reads the quotes of {market-api}: three HTML tables (D20), a chart and the status of the feeds.
 */
export function createQuotesApi({ parseHtml, marketClock, ...deps }: QuotesApiDeps): QuotesGateway {
  const reads = createMarketReads(deps)
  const loadTable =
    <T>(path: string, toQuotes: (cells: Cells) => readonly T[]) =>
    (signal?: AbortSignal) =>
      reads.text({ path, signal }, { path }, (html) => parseTableRows(html, parseHtml)?.flatMap(toQuotes) ?? null)

  return {
    currencies: loadTable(MARKET_PATHS.currencies, toCurrency),
    stocks: loadTable(MARKET_PATHS.stocks, toSecurity),
    indices: loadTable(MARKET_PATHS.indices, toSecurity),
    indexSeries: (signal) =>
      reads.json({ path: MARKET_PATHS.indexSeries, signal }, { path: MARKET_PATHS.indexSeries }, (body) =>
        decodeIndexSeries(body, referenceDate(marketClock.now())),
      ),
    feeds: (signal) => reads.json({ path: MARKET_PATHS.feeds, signal }, { path: MARKET_PATHS.feeds }, decodeFeeds),
  }
}
