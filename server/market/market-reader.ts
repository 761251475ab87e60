import type { Archive } from '#server/market/archive.ts'
import type { Exchange } from '#server/market/exchange.ts'
import { type ChartRequest, readPeriodChart } from '#src/domain/charting/market-chart.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import { type IntradaySeries, intradaySeries } from '#src/domain/charting/series.ts'
import type { Result } from '#src/domain/result.ts'
import { type BogotaDate, dateOf, type Instant } from '#src/domain/time/bogota.ts'
import { tradingDayOnOrBefore } from '#src/domain/time/calendar.ts'
import { visibleUntil } from '#src/domain/trading/audience.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices, Market, Sector } from '#src/domain/trading/market.ts'
import {
  createMarketDayReader,
  type DayView,
  type MarketDaySource,
  type PriceAndPreviousClose,
  type TradingDayFailure,
} from '#src/domain/trading/market-day.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'

/** One session of a market as it was `delay` milliseconds ago. */
export interface SessionView {
  readonly market: Market
  readonly session: BogotaDate
  readonly delay: number
}

/** A chart of a period that ends on the market's last trading day. */
export type ChartQuery = Omit<ChartRequest, 'date' | 'until'>

/** What the answers say, in domain words; every figure as of the last moment up to which the source has told all, less the delay (D46). */
export interface MarketReader {
  now(): Instant
  /** The session that a day's question is answered with (D2). */
  sessionFor(market: Market, asked: BogotaDate): Result<BogotaDate, TradingDayFailure>
  /** Changes whenever an answer with this delay may; null when that is all the time. */
  stamp(market: Market, delay: number): string | null
  closeAndAverage(view: SessionView): CloseAndAverage
  prices(view: SessionView): DollarPrices
  amounts(view: SessionView): DollarAmounts
  intraday(view: SessionView): Promise<IntradaySeries>
  /** Whether the deals of a session are at hand; else `intraday` has to fetch or even make them, which costs tens of milliseconds. */
  hasDeals(market: Market, session: BogotaDate): boolean
  /** The spot price as it was `delay` milliseconds ago, and where the session before ended. */
  lastSpot(delay: number): PriceAndPreviousClose
  /** What a spot session had come to by an instant, the past ones whole; null when there is nothing. */
  spotFiguresAt(session: BogotaDate, until: Instant): TapeFigures | null
  /** The TRM in force on a day. */
  trmOn(date: BogotaDate): number | null
  statistics(sector: Sector, delay: number): readonly StatisticsRow[]
  /** The chart of a period as it was `delay` milliseconds ago. */
  periodChart(query: ChartQuery, delay: number): PeriodChart
}

export function createMarketReader({
  exchange,
  archive,
  now,
}: {
  readonly exchange: Exchange
  readonly archive: Archive
  readonly now: () => Instant
}): MarketReader {
  const { books } = exchange
  const source = daySource(exchange)
  const days = createMarketDayReader(source)

  const currentDay = (market: Market) => tradingDayOnOrBefore(market, dateOf(books[market].now))
  const untilOf = (market: Market, delay: number): Instant => visibleUntil(books[market].now, delay)
  const viewOf = ({ market, session, delay }: SessionView): DayView => ({
    market,
    date: session,
    until: untilOf(market, delay),
  })
  const currentView = (market: Market, delay: number): DayView => viewOf({ market, session: currentDay(market), delay })

  return {
    now,
    trmOn: days.trmInForce,

    sessionFor: (market, asked) => days.findTradingDay({ market, date: asked, today: dateOf(books[market].now) }),

    stamp(market, delay) {
      const { channels, session, revision } = books[market]
      const channel = Object.values(channels).find((candidate) => candidate.delay === delay)
      return channel ? `${session} ${revision} ${channel.version}` : null
    },

    closeAndAverage: (view) => days.closeAndAverage(viewOf(view)),
    amounts: (view) => days.amounts(viewOf(view)),
    prices: (view) => days.prices(viewOf(view)),

    async intraday({ market, session, delay }) {
      const book = books[market]
      const day = book.day(session) ?? (await archive.day(market, session, book.pastSession(session)))
      const channel = Object.values(book.channels).find((candidate) => candidate.delay === delay)
      const sequence = session === book.session && channel ? channel.lastId : null
      return intradaySeries(day.counted, day.counted.countAt(untilOf(market, delay)), sequence)
    },

    hasDeals: (market, session) =>
      session === currentDay(market) || books[market].day(session) !== null || archive.has(market, session),

    spotFiguresAt: (date, until) => days.figures({ market: 'spot', date, until }),
    lastSpot: (delay) => days.priceAndPreviousClose(currentView('spot', delay)),

    statistics: (sector, delay) =>
      days.statistics(sector, { today: dateOf(books.spot.now), until: untilOf('spot', delay) }),

    periodChart: (query, delay) => readPeriodChart(source, { ...query, ...currentView(query.market, delay) }),
  }
}

/** The days of the books: the last ones by deal, all others by summary. */
const daySource = ({ books }: Exchange): MarketDaySource => ({
  firstDay: (market) =>
    [...books[market].sessions().slice(0, 1), ...books[market].days().slice(0, 1)].map(({ date }) => date).sort()[0] ??
    null,
  tradingDay: (market, date) => books[market].day(date),
  summary: (market, date) => books[market].pastSession(date),
})
