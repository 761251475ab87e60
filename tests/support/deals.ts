import { type BogotaDate, toInstant } from '#src/domain/time/bogota.ts'
import type { Deal } from '#src/domain/trading/deal.ts'
import { createTradingDay, type TradingDay } from '#src/domain/trading/trading-day.ts'

export const A_FRIDAY: BogotaDate = '2026-11-20'

/** Creates a counted spot deal on a Friday at 08:00:00; `overrides` replaces some fields. */
export function createDeal(overrides: Partial<Deal> = {}): Deal {
  const sequence = overrides.sequence ?? 1
  return {
    id: `op-${sequence}`,
    market: 'spot',
    term: 0,
    sector: 1,
    origin: 'negotiated',
    time: toInstant(A_FRIDAY, '08:00'),
    price: 4100,
    amount: 500_000,
    sequence,
    ...overrides,
  }
}

/** Creates a trading day with these deals, numbered in their order. */
export function createDay(
  deals: readonly Partial<Deal>[],
  market: Deal['market'] = 'spot',
  date = A_FRIDAY,
): TradingDay {
  const day = createTradingDay(market, date)
  deals.forEach((overrides, row) => {
    day.record(createDeal({ market, time: toInstant(date, '08:00'), sequence: row + 1, ...overrides }))
  })
  return day
}
