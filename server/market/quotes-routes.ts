import type { FastifyInstance, FastifyReply } from 'fastify'

import type { AnswerCache } from '#server/market/answer-cache.ts'
import { type AudienceOf, sendJson } from '#server/market/market-answers.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import { currenciesTable, indexSeriesReply, newsReply, securitiesTable } from '#server/market/quotes-answers.ts'
import type { QuotesSource, SeenDollar } from '#server/market/quotes-source.ts'
import { MARKET_PATHS, NEWS_PATH } from '#src/adapters/http/contract/paths.ts'
import { TABLE_COLUMNS } from '#src/adapters/http/contract/quotes.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS, type Audience } from '#src/domain/trading/audience.ts'

export interface QuotesRoutesParts {
  readonly reader: MarketReader
  readonly quotes: QuotesSource
  readonly cache: AnswerCache
  readonly audienceOf: AudienceOf
}

const sendTable = (reply: FastifyReply, html: Buffer) =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)

/** Quotes move with every second. */
const second = (now: Instant) => String(Math.floor(now / SECOND_MS))

/** News come out on the minute. */
const minute = (now: Instant) => String(Math.floor(now / MINUTE_MS))

/** Currencies and the stock exchange. */
export function registerQuotesRoutes(app: FastifyInstance, { reader, quotes, cache, audienceOf }: QuotesRoutesParts) {
  /** The last spot price that the audience may see, so that EUR/COP does not tell it a newer one (D17). */
  function seenDollar(audience: Audience): SeenDollar | null {
    const { close, previousClose } = reader.lastSpot(AUDIENCE_DELAY_MS[audience])
    const previous = previousClose ?? close
    const value = close ?? previousClose
    return value === null || previous === null ? null : { value, previous }
  }

  app.get(MARKET_PATHS.currencies, async (request, reply) => {
    const audience = audienceOf(request)
    const now = reader.now()
    const stamp = `${reader.stamp('spot', AUDIENCE_DELAY_MS[audience])} ${second(now)}`
    const html = await cache.answer(`${MARKET_PATHS.currencies} ${audience}`, stamp, () =>
      currenciesTable(quotes.currencies(now, seenDollar(audience))),
    )
    return sendTable(reply, html)
  })

  const tables = {
    [MARKET_PATHS.stocks]: (now: Instant) => securitiesTable(TABLE_COLUMNS.stocks, quotes.stocks(now)),
    [MARKET_PATHS.indices]: (now: Instant) => securitiesTable(TABLE_COLUMNS.indices, quotes.indices(now)),
  }

  for (const [path, tableAt] of Object.entries(tables)) {
    app.get(path, async (_request, reply) => {
      const now = reader.now()
      return sendTable(reply, await cache.answer(path, second(now), () => tableAt(now)))
    })
  }

  app.get(MARKET_PATHS.indexSeries, async (_request, reply) => {
    const now = reader.now()
    const body = await cache.answer(MARKET_PATHS.indexSeries, second(now), () =>
      indexSeriesReply(quotes.indexSeries(now), now),
    )
    return sendJson(reply, body)
  })
}

/** The news, below a base of their own (D61). */
export function registerNewsRoute(app: FastifyInstance, { reader, quotes, cache }: QuotesRoutesParts) {
  app.get(NEWS_PATH, async (_request, reply) => {
    const now = reader.now()
    return sendJson(reply, await cache.answer(NEWS_PATH, minute(now), () => newsReply(quotes.news(now))))
  })
}
