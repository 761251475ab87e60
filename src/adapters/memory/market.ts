import { rejectWith, replyWith } from '#src/adapters/memory/replies.ts'
import type { DayValue, MarketGateway, MarketQuery } from '#src/application/market/ports.ts'
import type { MarketClock } from '#src/application/platform/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { readPeriodChart } from '#src/domain/charting/market-chart.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { effectiveDelayMs, visibleUntil } from '#src/domain/trading/audience.ts'
import type { MarketDaySource } from '#src/domain/trading/day-summary.ts'
import { createMarketDayReader, type DayView, type TradingDayFailure } from '#src/domain/trading/market-day.ts'

export interface MemoryMarketDeps {
  readonly marketClock: MarketClock
  /** The days of the markets, without annulled deals, which visitors never see (D49). */
  readonly days: MarketDaySource
}

/**
 * The dollar markets of a server for visitors, without a stream. Data has a delay of at least 15
 * minutes (D17). If the requested day has no trading, a reply is of the last trading day (D2).
 */
export function createMemoryMarket({ marketClock, days }: MemoryMarketDeps): MarketGateway {
  const reader = createMarketDayReader(days)

  function findView({ market, date, delay }: MarketQuery): Result<DayView, TradingDayFailure> {
    const now = marketClock.now()
    const tradingDay = reader.findTradingDay({ market, date, today: toDate(now) })
    if (!tradingDay.ok) return tradingDay
    return ok({ market, date: tradingDay.value, until: visibleUntil(now, effectiveDelayMs('delayed', delay)) })
  }

  const createReply = <T>(query: MarketQuery, read: (view: DayView) => T): Result<DayValue<T>, CallFailure> => {
    const view = findView(query)
    if (!view.ok) return rejectWith(view.error.kind === 'before-history' ? 404 : 400)
    return ok({ tradingDay: view.value.date, value: read(view.value) })
  }

  const createDayCall =
    <T>(read: (view: DayView) => T) =>
    (query: MarketQuery, signal?: AbortSignal) =>
      replyWith(signal, () => createReply(query, read))

  return {
    closeAndAverage: createDayCall(reader.closeAndAverage),
    prices: createDayCall(reader.prices),
    amounts: createDayCall(reader.amounts),
    intraday: createDayCall((view) => reader.intraday(view)),

    periodChart: ({ view, market, period, narrow }, signal) =>
      replyWith(signal, () =>
        createReply({ market, date: toDate(marketClock.now()), delay: 0 }, (day) =>
          readPeriodChart(days, { ...day, view, period, narrow: narrow && view === 'candles' }),
        ),
      ),

    trmNow: (delay, signal) =>
      replyWith(signal, () => {
        const now = marketClock.now()
        return ok(reader.trmNow({ today: toDate(now), until: visibleUntil(now, effectiveDelayMs('delayed', delay)) }))
      }),

    trmHistory: (range, signal) =>
      replyWith(signal, () =>
        ok(reader.trmHistory(range, visibleUntil(marketClock.now(), effectiveDelayMs('delayed', 0)))),
      ),

    statistics: (sector, signal) =>
      replyWith(signal, () => {
        const now = marketClock.now()
        const until = visibleUntil(now, effectiveDelayMs('delayed', 0))
        return ok(reader.statistics(sector, { today: toDate(now), until }))
      }),
  }
}
