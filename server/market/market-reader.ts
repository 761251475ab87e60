import type { Archive } from '#server/market/archive.ts'
import type { Exchange } from '#server/market/exchange.ts'
import type { Candle } from '#src/domain/charting/candles.ts'
import type { Period } from '#src/domain/charting/intervals.ts'
import { readPeriodCandles } from '#src/domain/charting/market-chart.ts'
import { type IntradaySeries, intradaySeries } from '#src/domain/charting/series.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { addDays, type BogotaDate, dateOf, type Instant } from '#src/domain/time/bogota.ts'
import { previousTradingDay, tradingDayOnOrBefore } from '#src/domain/time/calendar.ts'
import { type DaySummary, summarizeDay } from '#src/domain/trading/day-summary.ts'
import { closeAndAverage, dollarAmounts, dollarPrices } from '#src/domain/trading/figures.ts'
import {
  type CloseAndAverage,
  type DollarAmounts,
  type DollarPrices,
  MARKETS,
  type Market,
  type Sector,
} from '#src/domain/trading/market.ts'
import type { MarketDaySource } from '#src/domain/trading/market-day.ts'
import { type StatisticsRow, statisticsRows } from '#src/domain/trading/statistics.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import { trmInForce } from '#src/domain/trading/trm.ts'

/** How far in the future a day may be asked for, in days; it answers the last session, as a day without one does. */
export const MAX_FUTURE_DAYS = 366

/** Why a day has no answer; `first` is the first day that has one. */
export type SessionFailure =
  | { readonly kind: 'before-history'; readonly first: BogotaDate }
  | { readonly kind: 'far-future' }

/** One session of a market as it was `delay` milliseconds ago. */
export interface SessionView {
  readonly market: Market
  readonly session: BogotaDate
  readonly delay: number
}

/** What the answers say, in domain words; every figure as of the last moment up to which the source has told all, less the delay (D46). */
export interface MarketReader {
  now(): Instant
  /** The session that a day's question is answered with (D2). */
  sessionFor(market: Market, asked: BogotaDate): Result<BogotaDate, SessionFailure>
  /** Changes whenever an answer with this delay may; null when that is all the time. */
  stamp(market: Market, delay: number): string | null
  closeAndAverage(view: SessionView): CloseAndAverage
  prices(view: SessionView): DollarPrices
  amounts(view: SessionView): DollarAmounts
  intraday(view: SessionView): Promise<IntradaySeries>
  /** Whether the deals of a session are at hand; else `intraday` has to fetch or even make them, which costs tens of milliseconds. */
  hasDeals(market: Market, session: BogotaDate): boolean
  /** The spot price as it was `delay` milliseconds ago, and where the session before ended. */
  lastSpot(delay: number): { readonly close: number | null; readonly previousClose: number | null }
  /** What a spot session had come to by an instant, the past ones whole; null when there is nothing. */
  spotFiguresAt(session: BogotaDate, until: Instant): TapeFigures | null
  /** The TRM in force on a day. */
  trmOn(date: BogotaDate): number | null
  statistics(sector: Sector, delay: number): readonly StatisticsRow[]
  /** The last session, deal by deal, and the candles of a period up to it. */
  candles(market: Market, period: Period, narrow: boolean, delay: number): readonly Candle[]
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

  /** The last instant that an answer speaks of. */
  const upTo = ({ market, delay }: Omit<SessionView, 'session'>): Instant => books[market].now - delay

  function figures(view: SessionView): TapeFigures | null {
    const book = books[view.market]
    const tape = book.day(view.session)?.counted
    return tape ? tape.figures(tape.countAt(upTo(view))) : (book.pastSession(view.session)?.figures ?? null)
  }

  const trmOn = (date: BogotaDate) => trmInForce(date, pastDays('spot', date))

  /** All sessions before a day, upwards: those kept, and those at hand that are not kept yet. */
  function pastDays(market: Market, before: BogotaDate): readonly DaySummary[] {
    const book = books[market]
    const kept: readonly DaySummary[] = book.sessions()
    const keptDates = new Set(kept.map(({ date }) => date))
    const atHand = book.days().filter(({ date }) => !keptDates.has(date))
    const all = [...kept, ...atHand.map((day) => summarizeDay(day))].filter(
      ({ date, figures: ofDay }) => date < before && ofDay !== null,
    )
    return all.sort((one, other) => (one.date < other.date ? -1 : 1))
  }

  function firstDate(market: Market): BogotaDate {
    const today = dateOf(books[market].now)
    return [books[market].sessions()[0]?.date ?? today, books[market].days()[0]?.date ?? today].sort()[0] ?? today
  }

  const currentSession = (market: Market) => tradingDayOnOrBefore(market, dateOf(books[market].now))

  const source: MarketDaySource = {
    firstDay: (market) =>
      [...books[market].sessions().slice(0, 1), ...books[market].days().slice(0, 1)]
        .map(({ date }) => date)
        .sort()[0] ?? null,
    tradingDay: (market, date) => books[market].day(date),
    summary: (market, date) => books[market].pastSession(date),
  }

  return {
    now,

    sessionFor(market, asked) {
      const today = dateOf(books[market].now)
      if (asked > addDays(today, MAX_FUTURE_DAYS)) return err({ kind: 'far-future' })
      const first = firstDate(market)
      if (asked < first) return err({ kind: 'before-history', first })
      return ok(asked < today ? tradingDayOnOrBefore(market, asked) : currentSession(market))
    },

    stamp(market, delay) {
      const { channels, session, revision } = books[market]
      const channel = Object.values(channels).find((candidate) => candidate.delay === delay)
      return channel ? `${session} ${revision} ${channel.version}` : null
    },

    closeAndAverage: (view) => closeAndAverage(figures(view)),
    amounts: (view) => dollarAmounts(figures(view)),

    prices(view) {
      const { market, session } = view
      const before = previousTradingDay(market, session)
      return dollarPrices({
        today: figures(view),
        previous: books[market].pastSession(before)?.figures ?? null,
        trm: trmOn(session),
        previousTrm: trmOn(before),
      })
    },

    async intraday({ market, session, delay }) {
      const book = books[market]
      const day = book.day(session) ?? (await archive.day(market, session, book.pastSession(session)))
      const channel = Object.values(book.channels).find((candidate) => candidate.delay === delay)
      const sequence = session === book.session && channel ? channel.lastId : null
      return intradaySeries(day.counted, day.counted.countAt(upTo({ market, delay })), sequence)
    },

    hasDeals: (market, session) =>
      session === currentSession(market) || books[market].day(session) !== null || archive.has(market, session),

    trmOn,

    spotFiguresAt(session, until) {
      const tape = books.spot.day(session)?.counted
      return tape ? tape.figures(tape.countAt(until)) : (books.spot.pastSession(session)?.figures ?? null)
    },

    lastSpot(delay) {
      const session = currentSession('spot')
      const before = books.spot.pastSession(previousTradingDay('spot', session))
      return {
        close: figures({ market: 'spot', session, delay })?.last ?? null,
        previousClose: before?.figures.last ?? null,
      }
    },

    statistics(sector, delay) {
      const days = MARKETS.flatMap((market) => books[market].day(currentSession(market)) ?? [])
      return statisticsRows(days, sector, upTo({ market: 'spot', delay }))
    },

    candles: (market, period, narrow, delay) =>
      readPeriodCandles(
        source,
        { market, date: currentSession(market), until: upTo({ market, delay }), period, narrow },
        0,
      ).candles,
  }
}
