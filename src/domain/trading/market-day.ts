import { type IntradaySeries, intradaySeries } from '#src/domain/charting/series.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { addDays, type BogotaDate, type Instant } from '#src/domain/time/bogota.ts'
import { previousTradingDay, tradingDayOnOrBefore } from '#src/domain/time/calendar.ts'
import type { MarketDaySource } from '#src/domain/trading/day-source.ts'
import { closeAndAverage, dollarAmounts, dollarPrices } from '#src/domain/trading/figures.ts'
import {
  type CloseAndAverage,
  type DollarAmounts,
  type DollarPrices,
  MARKETS,
  type Market,
  type Sector,
} from '#src/domain/trading/market.ts'
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

/** Maximum number of days after today in a request. Such a request gets the last trading day. */
export const MAX_FUTURE_DAYS = 366

/** A trading day of a market as it was at an instant. */
export interface DayView {
  readonly market: Market
  readonly date: BogotaDate
  /** The last visible instant: the market's now less the delay of the audience (D17, D46). */
  readonly until: Instant
}

/** Why a day has no trading day to show; `first` is the first day that has one. */
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
   * The trading day that a reply describes when a caller requests `date`: the last one up to it and
   * up to today (D2).
   */
  findTradingDay(request: {
    readonly market: Market
    readonly date: BogotaDate
    readonly today: BogotaDate
  }): Result<BogotaDate, TradingDayFailure>
  /** Figures of the deals that count and are visible; null before the first one. */
  figures(view: DayView): TapeFigures | null
  closeAndAverage(view: DayView): CloseAndAverage
  /**
   * Reference prices against the market's previous trading day, over weekends and holidays (D46).
   */
  prices(view: DayView): DollarPrices
  amounts(view: DayView): DollarAmounts
  /**
   * The visible deals of a day that the source holds, empty for any other; `sequence` is the last
   * stream event included.
   */
  intraday(view: DayView, sequence?: number | null): IntradaySeries
  /**
   * The TRM in force on a day: that of the last spot day before it which gave one, in pesos; null
   * without such a day.
   */
  trmInForce(date: BogotaDate): number | null
  /** The TRM in force and the next one, as an audience sees them (D67). */
  trmNow(moment: { readonly today: BogotaDate; readonly until: Instant }): TrmNow
  /** The TRMs in force on the days of a range, as known at the instant `until` (D67). */
  trmHistory(range: TrmRange, until: Instant): TrmHistory
  priceAndPreviousClose(view: DayView): PriceAndPreviousClose
  /** A sector's rows of the last trading day of each market up to `today` (D45). */
  statistics(sector: Sector, moment: { readonly today: BogotaDate; readonly until: Instant }): readonly StatisticsRow[]
}

/** Creates a reader over the days of a source. It stores nothing. */
export function createMarketDayReader(source: MarketDaySource): MarketDayReader {
  function figures({ market, date, until }: DayView): TapeFigures | null {
    const tape = source.tradingDay(market, date)?.counted
    return tape ? tape.figures(tape.countAt(until)) : (source.summary(market, date)?.figures ?? null)
  }

  const previousFigures = ({ market, date }: DayView) =>
    source.summary(market, previousTradingDay(market, date))?.figures ?? null

  const trmInForce = (date: BogotaDate) => findTrmInForce(source, date)

  return {
    figures,
    trmInForce,
    trmNow: (moment) => readTrmNow(source, moment),
    trmHistory: (range, until) => readTrmHistory(source, range, until),

    findTradingDay({ market, date, today }) {
      if (date > addDays(today, MAX_FUTURE_DAYS)) return err({ kind: 'far-future' })
      const first = source.firstDay(market) ?? today
      if (date < first) return err({ kind: 'before-history', first })
      return ok(date < today ? tradingDayOnOrBefore(market, date) : tradingDayOnOrBefore(market, today))
    },

    closeAndAverage: (view) => closeAndAverage(figures(view)),
    amounts: (view) => dollarAmounts(figures(view)),

    prices: (view) =>
      dollarPrices({
        today: figures(view),
        previous: previousFigures(view),
        trm: trmInForce(view.date),
        previousTrm: trmInForce(previousTradingDay(view.market, view.date)),
      }),

    intraday({ market, date, until }, sequence = null) {
      const tape = source.tradingDay(market, date)?.counted
      return tape ? intradaySeries(tape, tape.countAt(until), sequence) : { ...EMPTY_SERIES, sequence }
    },

    priceAndPreviousClose: (view) => ({
      close: figures(view)?.last ?? null,
      previousClose: previousFigures(view)?.last ?? null,
    }),

    statistics(sector, { today, until }) {
      const days = MARKETS.flatMap((market) => source.tradingDay(market, tradingDayOnOrBefore(market, today)) ?? [])
      return statisticsRows(days, sector, until)
    },
  }
}

const EMPTY_SERIES = { times: new Float64Array(0), prices: new Float64Array(0), amounts: new Float64Array(0) }
