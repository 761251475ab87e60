import type { StatisticsRow } from '#src/domain/trading/statistics.ts'

/** The spot row of a trading day's statistics. */
export const SPOT_ROW: StatisticsRow = {
  market: 'spot',
  term: 0,
  date: '2026-11-20',
  sum: 1_322_400_000,
  open: 4091,
  close: 4102.35,
  count: 2150,
  average: 4101.6,
  low: 4085.2,
  high: 4118.9,
  averageAmount: 615_070,
  lowAmount: 5000,
  highAmount: 5_000_000,
  lastAmount: 500_000,
}
