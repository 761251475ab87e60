import type { GatewayFailure } from '#src/application/failure.ts'
import type { BogotaDate } from '#src/domain/market/bogota.ts'
import type { ChartView } from '#src/domain/market/chart-view.ts'
import type { Period } from '#src/domain/market/intervals.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices, Market, Sector } from '#src/domain/market/market.ts'
import type { PeriodChart } from '#src/domain/market/period-chart.ts'
import type { IntradaySeries } from '#src/domain/market/series.ts'
import type { StatisticsRow } from '#src/domain/market/statistics.ts'
import type { Result } from '#src/domain/result.ts'

/** Which market figures are asked for. */
export interface MarketQuery {
  readonly date: BogotaDate
  readonly market: Market
  /** Minutes; 0 is real time, and the server may raise it (D17). */
  readonly delay: number
}

/** Which chart over a period is asked for. */
export interface ChartQuery {
  readonly view: ChartView
  readonly market: Market
  readonly period: Period
  /** Candles of wide intervals, for a narrow page (`bandera` 1); the other views know one interval only (§7.1). */
  readonly narrow: boolean
  /** The reference date: the session of an answer that names none. */
  readonly date: BogotaDate
}

/** An answer and the session it speaks of: another day than the one asked for when that day had none (D2). */
export interface OfSession<T> {
  readonly value: T
  readonly session: BogotaDate
}

type Answer<T> = Promise<Result<OfSession<T>, GatewayFailure>>

/** Dollar figures of one market. `signal` gives up the call; the answer is then `unreachable`. */
export interface MarketGateway {
  closeAndAverage(query: MarketQuery, signal?: AbortSignal): Answer<CloseAndAverage>
  prices(query: MarketQuery, signal?: AbortSignal): Answer<DollarPrices>
  amounts(query: MarketQuery, signal?: AbortSignal): Answer<DollarAmounts>
  intraday(query: MarketQuery, signal?: AbortSignal): Answer<IntradaySeries>
  /** The chart of the view asked for; its session is the last of the period. */
  periodChart(query: ChartQuery, signal?: AbortSignal): Answer<PeriodChart>
  /** A sector's rows of the last session of each market (D45), spot first, then terms upwards; those without deals are left out. */
  statistics(sector: Sector, signal?: AbortSignal): Promise<Result<readonly StatisticsRow[], GatewayFailure>>
}
