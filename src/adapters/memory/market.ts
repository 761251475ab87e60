import { answered } from '#src/adapters/memory/answers.ts'
import type { ChartQuery, MarketGateway, MarketQuery, OfSession } from '#src/application/market/market-gateway.ts'
import type { MarketClock } from '#src/application/platform/clocks.ts'
import { type Candle, toDayCandles, toDealCandles } from '#src/domain/charting/candles.ts'
import { intervalOf, selectPeriodDays } from '#src/domain/charting/intervals.ts'
import { type PeriodChart, periodChartOf } from '#src/domain/charting/period-chart.ts'
import { intradaySeries } from '#src/domain/charting/series.ts'
import { addDays, type BogotaDate, dateOf, type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { previousTradingDay, tradingDayOnOrBefore } from '#src/domain/time/calendar.ts'
import { summarizeDay } from '#src/domain/trading/day-summary.ts'
import { closeAndAverage, dollarAmounts, dollarPrices } from '#src/domain/trading/figures.ts'
import { MARKETS, type Market, VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { statisticsRows } from '#src/domain/trading/statistics.ts'
import type { TradingDay } from '#src/domain/trading/trading-day.ts'
import { trmInForce } from '#src/domain/trading/trm.ts'

export interface MemoryMarketNeeds {
  readonly marketClock: MarketClock
  /** A whole session of a market; its annulled deals are out already, since no visitor ever sees them (D49). */
  readonly dayOf: (market: Market, date: BogotaDate) => TradingDay
}

/** More than the longest period and the holidays around its beginning. */
const HISTORY_DAYS = 400

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
    const session = tradingDayOnOrBefore(market, date < today ? date : today)
    const day = dayOf(market, session)
    return { session, day, count: day.counted.countAt(visibleUntil(delay)) }
  }

  const trmOn = (date: BogotaDate) => {
    const before = tradingDayOnOrBefore('spot', addDays(date, -1))
    return trmInForce(date, [summarizeDay(dayOf('spot', before))])
  }

  const pricesOf = ({ session, day, count }: View, market: Market) => {
    const before = previousTradingDay(market, session)
    return dollarPrices({
      today: day.counted.figures(count),
      previous: dayOf(market, before).counted.figures(),
      trm: trmOn(session),
      previousTrm: trmOn(before),
    })
  }

  const viewNow = (market: Market) => viewOf({ market, date: dateOf(marketClock.now()), delay: VISITOR_DELAY_MINUTES })

  /** The sessions of a period, upwards; today's only once something of it can be seen, except on 1d (D50). */
  function sessionsFor({ market, period }: ChartQuery, { session, count }: View): readonly BogotaDate[] {
    if (period === '1d') return [session]
    const last = count > 0 ? session : previousTradingDay(market, session)
    const sessions: BogotaDate[] = []
    for (let date = last; date > addDays(last, -HISTORY_DAYS); date = previousTradingDay(market, date))
      sessions.push(date)
    return selectPeriodDays(period, sessions.reverse())
  }

  function candlesOf(query: ChartQuery, view: View): readonly Candle[] {
    const { market, period, narrow } = query
    const interval = intervalOf(period, narrow && query.view === 'candles')
    const until = visibleUntil(VISITOR_DELAY_MINUTES)
    const days = sessionsFor(query, view).map((date) => dayOf(market, date))
    if (interval.kind !== 'minutes') {
      return toDayCandles(
        days.map((day) => summarizeDay(day, until)),
        interval,
      )
    }
    return days.flatMap(({ counted }) => toDealCandles(counted, interval, counted.countAt(until)))
  }

  function periodChart(query: ChartQuery): OfSession<PeriodChart> {
    const view = viewNow(query.market)
    if (query.view !== 'prices' || query.period !== '1d') {
      return { session: view.session, value: periodChartOf(query.view, candlesOf(query, view)) }
    }
    const { times, prices, amounts } = intradaySeries(view.day.counted, view.count)
    return { session: view.session, value: { view: 'prices', starts: times, closes: prices, amounts } }
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
    periodChart: (query, signal) => answered(signal, () => periodChart(query)),
    statistics: (sector, signal) =>
      answered(signal, () =>
        statisticsRows(
          MARKETS.map((market) => viewNow(market).day),
          sector,
          visibleUntil(VISITOR_DELAY_MINUTES),
        ),
      ),
  }
}
