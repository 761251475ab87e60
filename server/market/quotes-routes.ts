import type { FastifyInstance, FastifyReply } from 'fastify'
import type { GetAudience } from '#server/http/audience.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import { sendJson } from '#server/market/market-replies.ts'
import { currenciesTable, indexSeriesReply, newsReply, securitiesTable } from '#server/market/quotes-replies.ts'
import type { QuotesSource, VisibleDollar } from '#server/market/quotes-source.ts'
import type { ReplyCache } from '#server/market/reply-cache.ts'
import { MARKET_PATHS, NEWS_PATH } from '#src/adapters/http/contract/paths.ts'
import { TABLE_COLUMNS } from '#src/adapters/http/contract/quotes.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS, type Audience } from '#src/domain/trading/audience.ts'

export interface QuotesRoutesParts {
  readonly reader: MarketReader
  readonly quotes: QuotesSource
  readonly cache: ReplyCache
  readonly getAudience: GetAudience
}

const sendTable = (reply: FastifyReply, html: Buffer) =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)

/** Version of quotes, which change every second. */
const toSecondVersion = (now: Instant) => String(Math.floor(now / SECOND_MS))

/** Version of news, which change every minute. */
const toMinuteVersion = (now: Instant) => String(Math.floor(now / MINUTE_MS))

/** The spot price that the audience may see; EUR/COP must not reveal a newer one (D17). */
export function findVisibleDollar(reader: Pick<MarketReader, 'lastSpot'>, audience: Audience): VisibleDollar | null {
  const { close, previousClose } = reader.lastSpot(AUDIENCE_DELAY_MS[audience])
  const previous = previousClose ?? close
  const value = close ?? previousClose
  return value === null || previous === null ? null : { value, previous }
}

/** Adds the routes of currencies, stocks and indices. */
export function registerQuotesRoutes(app: FastifyInstance, { reader, quotes, cache, getAudience }: QuotesRoutesParts) {
  app.get(MARKET_PATHS.currencies, { config: { access: 'audience' } }, async (request, reply) => {
    const audience = getAudience(request)
    const now = reader.now()
    const version = `${reader.version('spot', AUDIENCE_DELAY_MS[audience])} ${toSecondVersion(now)}`
    const html = await cache.load(`${MARKET_PATHS.currencies} ${audience}`, version, () =>
      currenciesTable(quotes.currencies(now, findVisibleDollar(reader, audience))),
    )
    return sendTable(reply, html)
  })

  const tables = {
    [MARKET_PATHS.stocks]: (now: Instant) => securitiesTable(TABLE_COLUMNS.stocks, quotes.stocks(now)),
    [MARKET_PATHS.indices]: (now: Instant) => securitiesTable(TABLE_COLUMNS.indices, quotes.indices(now)),
  }

  for (const [path, tableAt] of Object.entries(tables)) {
    app.get(path, { config: { access: 'public' } }, async (_request, reply) => {
      const now = reader.now()
      return sendTable(reply, await cache.load(path, toSecondVersion(now), () => tableAt(now)))
    })
  }

  app.get(MARKET_PATHS.indexSeries, { config: { access: 'public' } }, async (_request, reply) => {
    const now = reader.now()
    const body = await cache.load(MARKET_PATHS.indexSeries, toSecondVersion(now), () =>
      indexSeriesReply(quotes.indexSeries(now), now),
    )
    return sendJson(reply, body)
  })
}

/** Adds the route of the news, which has its own base path (D61). */
export function registerNewsRoute(app: FastifyInstance, { reader, quotes, cache }: QuotesRoutesParts) {
  app.get(NEWS_PATH, { config: { access: 'public' } }, async (_request, reply) => {
    const now = reader.now()
    return sendJson(reply, await cache.load(NEWS_PATH, toMinuteVersion(now), () => newsReply(quotes.news(now))))
  })
}
