import { addDays, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { isTradingDay } from '#src/domain/trading/calendar.ts'
import type { Market, Sector } from '#src/domain/trading/market.ts'

/**
 * `negotiated`: made in the trading system. `registered`: made elsewhere and reported (D45).
 */
export type Origin = 'negotiated' | 'registered'

/** A purchase and sale of dollars as its source reports it. */
export interface DealReport {
  readonly id: string
  readonly market: Market
  /** Days until settlement: 0 for spot, 1 to 3 for next day. */
  readonly term: number
  readonly sector: Sector
  readonly origin: Origin
  readonly time: Instant
  /** Pesos per dollar, at most two decimals. */
  readonly price: number
  /** Whole US$. */
  readonly amount: number
}

/**
 * A reported deal with its number in the market's sequence, which orders deals of one instant (D46,
 * D51).
 */
export interface Deal extends DealReport {
  readonly sequence: number
}

/** The time after a deal in which it may be annulled, in milliseconds (D49). */
export const ANNULMENT_WINDOW_MS = 900_000

/**
 * Whether a deal may be annulled at an instant: from its own time to 15 minutes after it, both
 * included (D49).
 */
export const isInAnnulmentWindow = (deal: Pick<DealReport, 'time'>, instant: Instant): boolean =>
  instant >= deal.time && instant <= deal.time + ANNULMENT_WINDOW_MS

/** Maximum age of the day of a reported deal, in days: ten years (D49). */
const MAX_DEAL_AGE_DAYS = 3_653

/**
 * Why the day of a deal is refused at `now`: its market does not trade on that day, or the day is
 * too old (D49). Null when the day is accepted.
 */
export function checkTradingDay(
  { market, time }: Pick<DealReport, 'market' | 'time'>,
  now: Instant,
): 'no-trading-day' | 'too-old' | null {
  const date = toDate(time)
  if (date < addDays(toDate(now), -MAX_DEAL_AGE_DAYS)) return 'too-old'
  return isTradingDay(market, date) ? null : 'no-trading-day'
}

/**
 * Whether prices, amounts, close, average, charts and stream include the deal (D45). It does not
 * check for annulment.
 */
export const isCounted = (deal: DealReport): boolean => deal.sector === 1 && deal.origin === 'negotiated'

/**
 * Whether the TRM includes the deal: a spot deal between IMCs, negotiated or registered (D45).
 */
export const isTrmDeal = (deal: DealReport): boolean => deal.market === 'spot' && deal.sector === 1

/** Converts a price to whole centavos, which add and compare exactly. */
export const toCentavos = (price: number): number => Math.round(price * 100)
