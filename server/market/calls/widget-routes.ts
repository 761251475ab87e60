import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { JSON_TYPE } from '#server/http/headers.ts'
import { type ReplyCache, type ReplyKind, sendPrepared } from '#server/http/prepared-reply.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { type DataSource, refuseTradingDay } from '#server/market/calls/market-replies.ts'
import type { DelayedDay, MarketReader } from '#server/market/market-reader.ts'
import { type WidgetReply, widgetReply, widgetRequest } from '#src/adapters/http/contract/market/widget.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { type Instant, MINUTE_MS, toDate, toIso } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS } from '#src/domain/trading/audience.ts'
import { previousTradingDay, referenceDate } from '#src/domain/trading/calendar.ts'
import { isBeforeFirstDeal } from '#src/domain/trading/figures.ts'
import { type Market, VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { marketPhase } from '#src/domain/trading/trading-hours.ts'

interface WidgetRouteParts {
  readonly reader: MarketReader
  readonly cache: ReplyCache
  readonly dataSource: DataSource
  /** The market time of the replies. */
  readonly marketTime: () => Instant
}

/** Every caller gets the same delayed reply, so that proxies may store it. */
const WIDGET_JSON: ReplyKind = { type: JSON_TYPE, cacheControl: 'public, max-age=15, s-maxage=15' }

/** Pages of all sites may read this reply, which has no data of a session. */
const FOREIGN_PAGES = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

const DELAY_MS = AUDIENCE_DELAY_MS.delayed

/** Adds the only call that pages of other sites may read (D17): the delayed price of a market. */
export function registerWidgetRoute(
  app: FastifyInstance,
  { reader, cache, dataSource, marketTime }: WidgetRouteParts,
): void {
  /** Until the first deal of today, the previous trading day. */
  function findShownDay(market: Market, now: Instant) {
    const date = referenceDate(now)
    const day = reader.findTradingDay(market, date)
    if (!day.ok) return day
    const view: DelayedDay = { market, date: day.value, delay: DELAY_MS }
    const isEmpty = isBeforeFirstDeal(marketPhase(market, now), reader.closeAndAverage(view).close)
    if (day.value !== toDate(now) || !isEmpty) return day
    const previous = reader.findTradingDay(market, previousTradingDay(market, date))
    return previous.ok ? previous : day
  }

  function toReply(view: DelayedDay, now: Instant): WidgetReply {
    const { close, time } = reader.closeAndAverage(view)
    return {
      mercado: view.market,
      fase: marketPhase(view.market, now),
      fecha: view.date,
      cierre: close,
      cierre_anterior: reader.prices(view).previousClose,
      hora: time === null ? null : toIso(time),
      corte: toIso(now - DELAY_MS),
      retraso: VISITOR_DELAY_MINUTES,
      fuente: dataSource,
    }
  }

  app.withTypeProvider<ZodTypeProvider>().get(
    `${MARKET_PATHS.widget}/:mercado`,
    {
      config: { access: 'public' },
      schema: {
        tags: [TAGS.market],
        summary: 'Precio con retraso para páginas de otros sitios',
        params: widgetRequest,
        response: replies(widgetReply, 404),
      },
    },
    (request, reply) => {
      reply.headers(FOREIGN_PAGES)
      const { mercado: market } = request.params
      // One reply per minute and deal: its time does not change the ETag more often.
      const now = Math.floor(marketTime() / MINUTE_MS) * MINUTE_MS
      const key = `${MARKET_PATHS.widget} ${market}`
      const version = `${now} ${reader.version(market, DELAY_MS)}`
      const cached = cache.find(key, version)
      if (cached) return sendPrepared(request, reply, cached)
      const day = findShownDay(market, now)
      if (!day.ok) return refuseTradingDay(reply, day.error)
      const make = () => toReply({ market, date: day.value, delay: DELAY_MS }, now)
      return sendPrepared(request, reply, cache.add(key, version, { kind: WIDGET_JSON, make }))
    },
  )
}
