import { err, ok, type Result } from '#src/domain/result.ts'
import { addDays, type BogotaDate, type Instant } from '#src/domain/time/bogota.ts'
import { previousTradingDay, tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import type { MarketDaySource } from '#src/domain/trading/day-summary.ts'
import { type DayList, type DayRange, readDays } from '#src/domain/trading/days.ts'
import { closeAndAverage, dollarAmounts, dollarPrices } from '#src/domain/trading/figures.ts'
import {
  type CloseAndAverage,
  type DollarAmounts,
  type DollarPrices,
  MARKETS,
  type Market,
  type Sector,
} from '#src/domain/trading/market.ts'
import { type IntradaySeries, intradaySeries } from '#src/domain/trading/series.ts'
import { type StatisticsRow, statisticsRows } from '#src/domain/trading/statistics.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import {
  findTrmInForce,
  readTrmHistory,
  readTrmNow,
  type TrmHistory,
  type TrmNow,
  type TrmRange,
} from '#src/domain/trading/trm-periods.ts'

/**
 * Maximum number of days from today to a requested day. A request for a future day gets the last
 * trading day.
 */
export const MAX_FUTURE_DAYS = 366

/** A trading day of a market with the deals up to an instant. */
export interface DayView {
  readonly market: Market
  readonly date: BogotaDate
  /** The last visible instant: the market's time minus the delay of the audience (D17, D46). */
  readonly until: Instant
}

/** Why no trading day matches a date; `first` is the first trading day with data, else today. */
export type TradingDayFailure =
  | { readonly kind: 'before-history'; readonly first: BogotaDate }
  | { readonly kind: 'far-future' }

/** The last price of a market and the close of its previous trading day, in pesos (D66). */
export interface PriceAndPreviousClose {
  readonly close: number | null
  readonly previousClose: number | null
}

/** Reads the trading days of a source by the rules of D2, D17, D45 and D46. */
export interface MarketDayReader {
  /**
   * Finds the trading day for a requested date: the last trading day that is not after `date` or
   * `today` (D2).
   */
  findTradingDay(request: {
    readonly market: Market
    readonly date: BogotaDate
    readonly today: BogotaDate
  }): Result<BogotaDate, TradingDayFailure>
  /** Figures of the visible counted deals; null before the first deal. */
  figures(view: DayView): TapeFigures | null
  closeAndAverage(view: DayView): CloseAndAverage
  /** Reference prices, compared with those of the market's previous trading day (D46). */
  prices(view: DayView): DollarPrices
  amounts(view: DayView): DollarAmounts
  /**
   * The visible deals of a day, empty if the source has no deals of the day. `sequence` is the last
   * stream event that they include.
   */
  intraday(view: DayView, sequence?: number | null): IntradaySeries
  /**
   * The TRM in force on a day, in pesos: the certified TRM, else that of the last spot day with a
   * TRM. Null before the first TRM.
   */
  trmInForce(date: BogotaDate): number | null
  /** The TRM in force and the next one, as an audience sees them (D67). */
  trmNow(moment: { readonly today: BogotaDate; readonly until: Instant }): TrmNow
  /** The TRMs in force on the days of a range, as known at the instant `until` (D67). */
  trmHistory(range: TrmRange, until: Instant): TrmHistory
  /** The calendar days of a range up to `today`, with their figures (D123). */
  days(range: DayRange, moment: { readonly today: BogotaDate; readonly until: Instant }): DayList
  priceAndPreviousClose(view: DayView): PriceAndPreviousClose
  /** A sector's rows of each market's last trading day up to `today` (D45). */
  statistics(sector: Sector, moment: { readonly today: BogotaDate; readonly until: Instant }): readonly StatisticsRow[]
}

/** Creates a reader over the days of a source. It stores nothing. */
export function createMarketDayReader(source: MarketDaySource): MarketDayReader {
  function readFigures({ market, date, until }: DayView): TapeFigures | null {
    const tape = source.tradingDay(market, date)?.counted
    return tape ? tape.figures(tape.countAt(until)) : (source.summary(market, date)?.figures ?? null)
  }

  const readPreviousFigures = ({ market, date }: DayView) =>
    source.summary(market, previousTradingDay(market, date))?.figures ?? null

  const readTrmInForce = (date: BogotaDate) => findTrmInForce(source, date)

  return {
    figures: readFigures,
    trmInForce: readTrmInForce,
    trmNow: (moment) => readTrmNow(source, moment),
    trmHistory: (range, until) => readTrmHistory(source, range, until),

    findTradingDay({ market, date, today }) {
      if (date > addDays(today, MAX_FUTURE_DAYS)) return err({ kind: 'far-future' })
      const first = source.firstDay(market) ?? today
      if (date < first) return err({ kind: 'before-history', first })
      return ok(date < today ? tradingDayOnOrBefore(market, date) : tradingDayOnOrBefore(market, today))
    },

    closeAndAverage: (view) => closeAndAverage(readFigures(view)),
    amounts: (view) => dollarAmounts(readFigures(view)),

    prices: (view) =>
      dollarPrices({
        today: readFigures(view),
        previous: readPreviousFigures(view),
        trm: readTrmInForce(view.date),
        previousTrm: readTrmInForce(previousTradingDay(view.market, view.date)),
      }),

    intraday({ market, date, until }, sequence = null) {
      const tape = source.tradingDay(market, date)?.counted
      return tape ? intradaySeries(tape, tape.countAt(until), sequence) : { ...EMPTY_SERIES, sequence }
    },

    days: (range, { today, until }) =>
      readDays(source, range, today, (market, date) => readFigures({ market, date, until })),

    priceAndPreviousClose: (view) => ({
      close: readFigures(view)?.last ?? null,
      previousClose: readPreviousFigures(view)?.last ?? null,
    }),

    statistics(sector, { today, until }) {
      const days = MARKETS.flatMap((market) => source.tradingDay(market, tradingDayOnOrBefore(market, today)) ?? [])
      return statisticsRows(days, sector, until)
    },
  }
}

const EMPTY_SERIES = { times: new Float64Array(0), prices: new Float64Array(0), amounts: new Float64Array(0) }
