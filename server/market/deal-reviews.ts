import type { AuditStamp } from '#server/database/audit-store.ts'
import { type AppendFailure, type BatchContext, createBatchCheck, type Draft } from '#server/market/batch.ts'
import type { MarketDays } from '#server/market/market-days.ts'
import type { DealReview } from '#server/market/store/review-store.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { isInBand, type ReviewLimits } from '#src/domain/trading/deal-review.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** What the operator decides about waiting deals. */
export interface DecisionRequest {
  readonly ids: readonly string[]
  readonly decision: 'accept' | 'reject'
  readonly reason: string
  readonly stamp: AuditStamp
}

/**
 * What happened to a deal: `released` deals were within the band of an accepted one, `decided` ones
 * did not wait any more; other kinds say why an accepted deal cannot be recorded yet.
 */
export interface DecidedDeal {
  readonly id: string
  readonly result: 'accepted' | 'released' | 'rejected' | 'unknown' | 'decided' | AppendFailure['kind']
}

/** What a call for a decision has done. */
export interface Decided {
  readonly deals: readonly DecidedDeal[]
  /** How many of the deals were accepted, released or rejected. */
  readonly changed: number
  /** Whether the time of the call ended before all parts were committed: the same request goes on. */
  readonly isIncomplete: boolean
}

/** The deals to record after a decision to accept. */
export interface AcceptDraft {
  readonly draft: Draft
  readonly accepted: readonly DealReport[]
  readonly results: readonly DecidedDeal[]
}

/** Limits of a market whose source is trusted. */
export const NO_LIMITS: ReviewLimits = {
  bandPercent: Number.POSITIVE_INFINITY,
  maxAmount: Number.POSITIVE_INFINITY,
  maxAheadMs: 0,
}

/** The settings of the reviews. */
export interface ReviewSettings {
  readonly limits: ReviewLimits
  /** Who gets the mail about waiting deals; null without an address of the operator. */
  readonly mailTo: string | null
}

/**
 * Finds the last accepted price up to the day of a deal: that with the highest number, so that the
 * operator's acceptance moves the band at once. Annulled deals do not count.
 */
export function findReference(
  marketDays: Readonly<Record<Market, MarketDays>>,
  { market, time }: Pick<DealReport, 'market' | 'time'>,
): number | null {
  const date = toDate(time)
  const days = marketDays[market]
  const dates = days
    .daysInMemory()
    .map((day) => day.date)
    .filter((day) => day <= date)
  for (const day of dates.reverse()) {
    const deals = (days.findDeals(day) ?? []).filter(({ annulment }) => annulment === null)
    if (deals.length > 0) return deals.reduce((last, deal) => (deal.sequence > last.sequence ? deal : last)).price
  }
  return days.storedDays().findLast((day) => day.date <= date)?.figures.last ?? null
}

/** The waiting deals that a decision concerns, and the results for the other ids. */
export function splitRequest(ids: readonly string[], reviews: readonly DealReview[]) {
  const byId = new Map(reviews.map((review) => [review.deal.id, review]))
  const waiting: DealReview[] = []
  const results: DecidedDeal[] = []
  for (const id of new Set(ids)) {
    const review = byId.get(id)
    if (review === undefined) results.push({ id, result: 'unknown' })
    else if (review.status !== 'waiting') results.push({ id, result: 'decided' })
    else waiting.push(review)
  }
  return { waiting, results }
}

/** Checks the waiting deals that a decision accepts. */
export function acceptDeals(
  waiting: readonly DealReview[],
  result: 'accepted' | 'released',
  context: BatchContext,
): AcceptDraft {
  const check = createBatchCheck(context)
  const accepted: DealReport[] = []
  const results: DecidedDeal[] = []
  for (const { deal } of waiting) {
    const failure = check.add({ kind: 'deal', deal })
    results.push({ id: deal.id, result: failure?.kind ?? result })
    if (!failure) accepted.push(deal)
  }
  return { draft: check.createDraft(), accepted, results }
}

/**
 * Creates the check whether accepted deals release a waiting one: it waits for its price alone, and
 * is within the band of one of them, of its market and day.
 */
export function createReleaseCheck(accepted: readonly DealReport[], { bandPercent }: ReviewLimits) {
  const toKey = ({ market, time }: DealReport) => `${market} ${toDate(time)}`
  const prices = new Map<string, Set<number>>()
  for (const deal of accepted) {
    const ofDay = prices.get(toKey(deal)) ?? new Set()
    prices.set(toKey(deal), ofDay.add(deal.price))
  }
  return ({ deal, reason }: DealReview): boolean =>
    reason === 'price' && [...(prices.get(toKey(deal)) ?? [])].some((price) => isInBand(deal.price, price, bandPercent))
}
