import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Feeds } from '#server/feeds/feeds.ts'
import type { GetAudience } from '#server/http/access.ts'
import { escapeMarkup } from '#server/http/html.ts'
import { type ReplyCache, type ReplySource, sendPrepared } from '#server/http/prepared-reply.ts'
import { htmlReply, replies, TAGS } from '#server/http/route-schema.ts'
import {
  AUDIENCE_TABLE,
  FEED_NOT_LOADED,
  PUBLIC_JSON,
  PUBLIC_TABLE,
  toDataSource,
} from '#server/market/calls/market-replies.ts'
import { toEffectiveDayField } from '#server/market/calls/statistics-routes.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import type { QuotesKind, QuotesSource, VisibleDollar } from '#server/market/quotes-source.ts'
import {
  FEED_SOURCE_WORDS,
  FEED_WORDS,
  type FeedsReply,
  feedsReply,
  type IndexSeriesReply,
  indexSeriesReply,
  type NewsReply,
  newsReply,
  TABLE_COLUMNS,
} from '#src/adapters/http/contract/market/quotes.ts'
import { DATA_SOURCE_HEADER, MARKET_PATHS, NEWS_PATH } from '#src/adapters/http/contract/paths.ts'
import { rateDigits } from '#src/domain/money.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import { formatTime, type Instant, MINUTE_MS, SECOND_MS, toDate, toIso } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS, type Audience } from '#src/domain/trading/audience.ts'
import { referenceDate } from '#src/domain/trading/calendar.ts'

/** Formats a number as `1,234.56`, without `-0.00`. */
export function formatCell(value: number, digits: number): string {
  const [whole = '', decimals = ''] = Math.abs(value).toFixed(digits).split('.')
  const text = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text
}

function renderTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const renderRow = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((text) => `<${tag}>${escapeMarkup(text)}</${tag}>`).join('')}</tr>`
  return `<table><thead>${renderRow('th', columns)}</thead><tbody>${rows.map((cells) => renderRow('td', cells)).join('')}</tbody></table>`
}

/** The HTML table of currencies: from, to, value, absolute change. */
export const currenciesTable = (quotes: readonly CurrencyQuote[]): string =>
  renderTable(
    TABLE_COLUMNS.currencies,
    quotes.map(({ from, to, value, change }) => {
      const digits = rateDigits(value)
      return [from, to, formatCell(value, digits), formatCell(change, digits)]
    }),
  )

/** The HTML table of stocks or indices: name, value, change in percent. */
export const securitiesTable = (columns: readonly string[], quotes: readonly SecurityQuote[]): string =>
  renderTable(
    columns,
    quotes.map(({ name, value, change }) => [name, formatCell(value, 2), formatCell(change, 2)]),
  )

/**
 * Creates the reply of an index series. Its labels have no date. `fecha_efectiva` is the day of the
 * series when that is not the reference date of `now` (D2).
 */
export function toIndexSeriesReply({ name, times, values }: IndexSeries, now: Instant): IndexSeriesReply {
  const last = times.at(-1)
  return {
    labels: Array.from(times, formatTime),
    datasets: [{ label: name, data: [...values] }],
    ...(last === undefined ? {} : toEffectiveDayField(referenceDate(now), toDate(last))),
  }
}

export const toNewsReply = (items: readonly NewsItem[]): NewsReply =>
  items.map(({ id, headline, body, link, time }) => ({
    id,
    headline,
    body,
    link,
    fecha: time === null ? null : toIso(time),
  }))

export interface QuotesRoutesParts {
  readonly reader: MarketReader
  readonly quotes: QuotesSource
  readonly cache: ReplyCache
  readonly getAudience: GetAudience
}

const tags = [TAGS.quotes]

/** Version of quotes, which change every second. */
export const toSecondVersion = (now: Instant) => String(Math.floor(now / SECOND_MS))

/** Version of news, which change every minute. */
export const toMinuteVersion = (now: Instant) => String(Math.floor(now / MINUTE_MS))

/** Finds the spot price that the audience may see. EUR/COP must not reveal a newer price (D17). */
export function findVisibleDollar(reader: Pick<MarketReader, 'lastSpot'>, audience: Audience): VisibleDollar | null {
  const { close, previousClose } = reader.lastSpot(AUDIENCE_DELAY_MS[audience])
  const previous = previousClose ?? close
  const value = close ?? previousClose
  return value === null || previous === null ? null : { value, previous }
}

/**
 * Sends 503 and returns true when the provider of a kind of quotes never replied. Adds the header
 * with the source in any case.
 */
export function refuseIfUnknown(reply: FastifyReply, quotes: QuotesSource, kind: QuotesKind): boolean {
  reply.header(DATA_SOURCE_HEADER, toDataSource(quotes.isSimulated(kind)))
  if (quotes.isKnown(kind)) return false
  reply.code(503).header('cache-control', 'no-store').send({ message: FEED_NOT_LOADED })
  return true
}

/** Adds the routes of currencies, stocks and indices. */
export function registerQuotesRoutes(app: FastifyInstance, { reader, quotes, cache, getAudience }: QuotesRoutesParts) {
  const sendCached = (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    version: string,
    source: ReplySource,
  ) => sendPrepared(request, reply, cache.find(key, version) ?? cache.add(key, version, source))

  app.get(
    MARKET_PATHS.currencies,
    {
      config: { access: 'audience' },
      schema: { tags, summary: 'Divisas', response: replies(htmlReply('Una tabla: De, A, Valor, Variación'), 503) },
    },
    (request, reply) => {
      if (refuseIfUnknown(reply, quotes, 'currencies')) return
      const audience = getAudience(request)
      const now = reader.now()
      const version = `${reader.version('spot', AUDIENCE_DELAY_MS[audience])} ${toSecondVersion(now)}`
      const make = () => currenciesTable(quotes.currencies(now, findVisibleDollar(reader, audience)))
      return sendCached(request, reply, `${MARKET_PATHS.currencies} ${audience}`, version, {
        kind: AUDIENCE_TABLE,
        make,
      })
    },
  )

  const tables = {
    stocks: {
      toTable: (now: Instant) => securitiesTable(TABLE_COLUMNS.stocks, quotes.stocks(now)),
      summary: 'Acciones',
      description: 'Una tabla: Nombre, Valor, Variación',
    },
    indices: {
      toTable: (now: Instant) => securitiesTable(TABLE_COLUMNS.indices, quotes.indices(now)),
      summary: 'Índices',
      description: 'Una tabla: Índice, Valor, Variación',
    },
  }

  for (const kind of ['stocks', 'indices'] as const) {
    const path = MARKET_PATHS[kind]
    const { toTable, summary, description } = tables[kind]
    const schema = { tags, summary, response: replies(htmlReply(description), 503) }
    app.get(path, { config: { access: 'public' }, schema }, (request, reply) => {
      if (refuseIfUnknown(reply, quotes, kind)) return
      const now = reader.now()
      return sendCached(request, reply, path, toSecondVersion(now), { kind: PUBLIC_TABLE, make: () => toTable(now) })
    })
  }

  app.get(
    MARKET_PATHS.indexSeries,
    {
      config: { access: 'public' },
      schema: { tags, summary: 'El índice durante el día', response: replies(indexSeriesReply, 503) },
    },
    (request, reply) => {
      if (refuseIfUnknown(reply, quotes, 'indices')) return
      const now = reader.now()
      const make = () => toIndexSeriesReply(quotes.indexSeries(now), now)
      return sendCached(request, reply, MARKET_PATHS.indexSeries, toSecondVersion(now), { kind: PUBLIC_JSON, make })
    },
  )
}

/** Adds the route of the news, which has its own base path (D61). */
export function registerNewsRoute(app: FastifyInstance, { reader, quotes, cache }: QuotesRoutesParts) {
  app.get(
    NEWS_PATH,
    {
      config: { access: 'public' },
      schema: { tags, summary: 'Noticias, la más reciente primero', response: replies(newsReply, 503) },
    },
    (request, reply) => {
      if (refuseIfUnknown(reply, quotes, 'news')) return
      const now = reader.now()
      const version = toMinuteVersion(now)
      const make = () => toNewsReply(quotes.news(now))
      const prepared = cache.find(NEWS_PATH, version) ?? cache.add(NEWS_PATH, version, { kind: PUBLIC_JSON, make })
      return sendPrepared(request, reply, prepared)
    },
  )
}

export interface FeedsRouteParts {
  readonly feeds: Feeds
  /** Market time minus real time, in milliseconds. */
  readonly clockShift: () => number
}

/** Adds the public call with the source and the last update of each feed (D53). */
export function registerFeedsRoute(app: FastifyInstance, { feeds, clockShift }: FeedsRouteParts): void {
  app.get(
    MARKET_PATHS.feeds,
    {
      config: { access: 'public' },
      schema: { tags: [TAGS.market], summary: 'Estado de las fuentes de datos', response: replies(feedsReply) },
    },
    (_request, reply) => reply.header('cache-control', 'no-store').send(toFeedsReply(feeds, clockShift())),
  )
}

/** Creates the reply about the feeds. Times are market times, as in all market replies. */
export const toFeedsReply = (feeds: Feeds, shift: number): FeedsReply => ({
  data: feeds.states().map(({ name, source, lastSuccessAt, late }) => ({
    fuente: FEED_WORDS[name],
    origen: FEED_SOURCE_WORDS[source],
    actualizado: lastSuccessAt === null ? null : toIso(lastSuccessAt + shift),
    atrasada: late,
  })),
})
