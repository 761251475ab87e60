import { answered } from '#src/adapters/memory/answers.ts'
import type { MarketClock } from '#src/application/ports/clocks.ts'
import type { MarketGateway, MarketQuery, OfSession } from '#src/application/ports/market-gateway.ts'
import { addDays, type BogotaDate, dateOf, type Instant, MINUTE_MS } from '#src/domain/market/bogota.ts'
import { previousSession, sessionOnOrBefore } from '#src/domain/market/calendar.ts'
import { closeAndAverage, dollarAmounts, dollarPrices } from '#src/domain/market/figures.ts'
import { type Market, VISITOR_DELAY_MINUTES } from '#src/domain/market/market.ts'
import { intradaySeries } from '#src/domain/market/series.ts'
import { summaryOf } from '#src/domain/market/session-summary.ts'
import type { TradingDay } from '#src/domain/market/trading-day.ts'
import { trmInForce } from '#src/domain/market/trm.ts'

export interface MemoryMarketNeeds {
  readonly marketClock: MarketClock
  /** A whole session of a market; its annulled deals are out already, since no visitor ever sees them (D49). */
  readonly dayOf: (market: Market, date: BogotaDate) => TradingDay
}

/** What a visitor may see of a session. */
interface View {
  readonly session: BogotaDate
  readonly day: TradingDay
  /** How many of the counted deals. */
  readonly count: number
}

/**
 * The dollar markets as a visitor's server answers: never younger than 15 minutes (D17), and the last session on a day
 * without one (D2). Without a stream, so that series have no sequence.
 */
export function createMemoryMarket({ marketClock, dayOf }: MemoryMarketNeeds): MarketGateway {
  const visibleUntil = (delay: number): Instant =>
    marketClock.now() - Math.max(delay, VISITOR_DELAY_MINUTES) * MINUTE_MS

  const viewOf = ({ market, date, delay }: MarketQuery): View => {
    const today = dateOf(marketClock.now())
    const session = sessionOnOrBefore(market, date < today ? date : today)
    const day = dayOf(market, session)
    return { session, day, count: day.counted.countAt(visibleUntil(delay)) }
  }

  const trmOn = (date: BogotaDate) => {
    const before = sessionOnOrBefore('spot', addDays(date, -1))
    return trmInForce(date, [summaryOf(dayOf('spot', before))])
  }

  const pricesOf = ({ session, day, count }: View, market: Market) => {
    const before = previousSession(market, session)
    return dollarPrices({
      today: day.counted.figures(count),
      previous: dayOf(market, before).counted.figures(),
      trm: trmOn(session),
      previousTrm: trmOn(before),
    })
  }

  const asking =
    <T>(read: (view: View, market: Market) => T) =>
    (query: MarketQuery, signal?: AbortSignal) =>
      answered(signal, (): OfSession<T> => {
        const view = viewOf(query)
        return { session: view.session, value: read(view, query.market) }
      })

  return {
    closeAndAverage: asking(({ day, count }) => closeAndAverage(day.counted.figures(count))),
    prices: asking(pricesOf),
    amounts: asking(({ day, count }) => dollarAmounts(day.counted.figures(count))),
    intraday: asking(({ day, count }) => intradaySeries(day.counted, count)),
  }
}
