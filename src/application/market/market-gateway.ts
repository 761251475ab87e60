import type { CallFailure } from '#src/domain/call.ts'
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import type { Period } from '#src/domain/charting/intervals.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import type { Result } from '#src/domain/result.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices, Market, Sector } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'
import type { TrmHistory, TrmNow, TrmRange } from '#src/domain/trading/trm-periods.ts'

/** Selects the figures to load. */
export interface MarketQuery {
  readonly date: BogotaDate
  readonly market: Market
  /** Minutes; 0 is real time. The server may raise the delay (D17). */
  readonly delay: number
}

/** Selects the chart to load. */
export interface ChartQuery {
  readonly view: ChartView
  readonly market: Market
  readonly period: Period
  /**
   * Requests candles of wider intervals, for a narrow page (`bandera` 1). The other views have one
   * interval (§7.1).
   */
  readonly narrow: boolean
  /** The reference date. It is the trading day of a response that names no trading day. */
  readonly date: BogotaDate
}

/** A value and its trading day: an earlier day if the requested day has no trading (D2). */
export interface DayValue<T> {
  readonly value: T
  readonly tradingDay: BogotaDate
}

type Reply<T> = Promise<Result<DayValue<T>, CallFailure>>

/** Dollar figures of one market. An aborted call returns `unreachable`. */
export interface MarketGateway {
  closeAndAverage(query: MarketQuery, signal?: AbortSignal): Reply<CloseAndAverage>
  prices(query: MarketQuery, signal?: AbortSignal): Reply<DollarPrices>
  amounts(query: MarketQuery, signal?: AbortSignal): Reply<DollarAmounts>
  intraday(query: MarketQuery, signal?: AbortSignal): Reply<IntradaySeries>
  /** Loads the chart of a view. The trading day of the result is the last day of the period. */
  periodChart(query: ChartQuery, signal?: AbortSignal): Reply<PeriodChart>
  /**
   * The TRM in force today and the next TRM (D67). `delay` in minutes; the server may raise the
   * delay.
   */
  trmNow(delay: number, signal?: AbortSignal): Promise<Result<TrmNow, CallFailure>>
  /** The TRMs of a range of calendar days, at most ten years (D67). */
  trmHistory(range: TrmRange, signal?: AbortSignal): Promise<Result<TrmHistory, CallFailure>>
  /**
   * A sector's rows of the last trading day of each market (D45). They are sorted by market, spot
   * first, then by term. Terms without deals have no row.
   */
  statistics(sector: Sector, signal?: AbortSignal): Promise<Result<readonly StatisticsRow[], CallFailure>>
}
