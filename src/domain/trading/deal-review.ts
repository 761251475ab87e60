import type { Instant } from '#src/domain/time/bogota.ts'
import { type DealReport, toCentavos } from '#src/domain/trading/deal.ts'

/** Limits beyond which a reported deal waits for the operator (D118). */
export interface ReviewLimits {
  /** The band around the last accepted price of the market, in percent of that price. */
  readonly bandPercent: number
  /** The largest amount, in US$. */
  readonly maxAmount: number
  /** How far the time of a deal may be after the market time, in milliseconds. */
  readonly maxAheadMs: number
}

/** Why a reported deal waits for the operator. */
export const REVIEW_REASONS = ['price', 'amount', 'future'] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

/** Whether a price is within the band around another one; both edges are within. */
export function isInBand(price: number, reference: number, bandPercent: number): boolean {
  const base = toCentavos(reference)
  return Math.abs(toCentavos(price) - base) * 100 <= base * bandPercent
}

interface ReviewContext {
  /** The last accepted price of the market; null before the first deal, when there is no band. */
  readonly reference: number | null
  /** Market time. */
  readonly now: Instant
}

/** Why a deal waits for the operator; null when it is accepted. It must not be later than allowed. */
export function findReviewReason(
  { price, amount, time }: Pick<DealReport, 'price' | 'amount' | 'time'>,
  { reference, now }: ReviewContext,
  { bandPercent, maxAmount }: ReviewLimits,
): ReviewReason | null {
  if (time > now) return 'future'
  if (amount > maxAmount) return 'amount'
  return reference === null || isInBand(price, reference, bandPercent) ? null : 'price'
}
