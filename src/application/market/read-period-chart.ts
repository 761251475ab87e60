import type { ChartQuery, DayValue } from '#src/application/market/market-gateway.ts'
import type { Ports } from '#src/application/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import type { Result } from '#src/domain/result.ts'
import { referenceDate } from '#src/domain/trading/calendar.ts'

/** Loads the chart of a view and period. The result contains its last trading day (D2). */
export type ReadPeriodChart = (
  query: Omit<ChartQuery, 'date'>,
  signal?: AbortSignal,
) => Promise<Result<DayValue<PeriodChart>, CallFailure>>

export const createReadPeriodChart =
  ({ market, marketClock }: Pick<Ports, 'market' | 'marketClock'>): ReadPeriodChart =>
  (query, signal) =>
    market.periodChart({ ...query, date: referenceDate(marketClock.now()) }, signal)
