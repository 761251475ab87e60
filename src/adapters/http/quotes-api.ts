import type { HttpClient } from '#src/adapters/http/client.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { indexSeriesReply } from '#src/adapters/http/contract/quotes.ts'
import { cellNumber, type ParseHtml, tableRows } from '#src/adapters/http/decode/html-table.ts'
import { cleanChart, columnsOf } from '#src/adapters/http/decode/loose-chart.ts'
import { requestJson, requestText } from '#src/adapters/http/request.ts'
import type { QuotesGateway } from '#src/application/market/quotes-gateway.ts'
import type { MarketClock } from '#src/application/platform/clocks.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { referenceDate } from '#src/domain/time/calendar.ts'

type Cells = readonly string[]

function currencyOf([from = '', to = '', valueCell = '', changeCell = '']: Cells): readonly CurrencyQuote[] {
  const value = cellNumber(valueCell)
  const change = cellNumber(changeCell)
  return from && to && value !== null && change !== null ? [{ from, to, value, change }] : []
}

function securityOf([name = '', valueCell = '', changeCell = '']: Cells): readonly SecurityQuote[] {
  const value = cellNumber(valueCell)
  const change = cellNumber(changeCell)
  return name && value !== null && change !== null ? [{ name, value, change }] : []
}

/** The index's points on a day of Bogotá; its name is '' when the server does not give it. */
function readIndexSeries(body: unknown, today: BogotaDate): IndexSeries | null {
  const parsed = indexSeriesReply.safeParse(cleanChart(body))
  if (!parsed.success) return null
  const columns = columnsOf(parsed.data, parsed.data.fecha_efectiva ?? today, 1)
  const [values] = columns?.values ?? []
  return columns && values ? { name: parsed.data.datasets[0]?.label ?? '', times: columns.times, values } : null
}

export interface QuotesApiNeeds {
  readonly http: HttpClient
  readonly parseHtml: ParseHtml
  readonly marketClock: MarketClock
}

/** Quotes from {market-api}: HTML tables, whose rows that do not fit are left out (D20), and one chart. */
export function createQuotesApi({ http, parseHtml, marketClock }: QuotesApiNeeds): QuotesGateway {
  const reading =
    <T>(path: string, rowOf: (cells: Cells) => readonly T[]) =>
    (signal?: AbortSignal) =>
      requestText(http, { path, signal }, (html) => tableRows(html, parseHtml)?.flatMap(rowOf) ?? null)

  return {
    currencies: reading(MARKET_PATHS.currencies, currencyOf),
    stocks: reading(MARKET_PATHS.stocks, securityOf),
    indices: reading(MARKET_PATHS.indices, securityOf),
    indexSeries: (signal) =>
      requestJson(http, { path: MARKET_PATHS.indexSeries, signal }, (body) =>
        readIndexSeries(body, referenceDate(marketClock.now())),
      ),
  }
}
