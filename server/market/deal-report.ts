import {
  type AppendFailure,
  type BatchContext,
  createBatchCheck,
  type Draft,
  hasSameContent,
  type MarketEvent,
} from '#server/market/batch.ts'
import type { DealReview, NewReview } from '#server/market/store/review-store.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'
import { checkTradingDay, type DealReport } from '#src/domain/trading/deal.ts'
import { findReviewReason, type ReviewLimits, type ReviewReason } from '#src/domain/trading/deal-review.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** Why one row of a batch is refused; `rejected`: the operator rejected the deal. */
export type RowFailure = { readonly kind: AppendFailure['kind'] | 'rejected'; readonly id: string }

/** A deal of a batch that waits for the operator. */
export interface WaitingRow {
  readonly id: string
  readonly reason: ReviewReason
}

export interface AppendResult {
  readonly accepted: number
  /** Deals and annulments that were recorded before. */
  readonly repeated: number
  readonly annulled: number
}

/** A batch of the source. */
export interface SourceReport {
  readonly events: readonly MarketEvent[]
  /** The markets of which the batch is a sign of life (D114). */
  readonly markets: readonly Market[]
  /** Whether one refused row refuses the batch. */
  readonly strict: boolean
}

export interface ReportResult extends AppendResult {
  /** Deals that wait for the operator, also since an earlier batch. */
  readonly waiting: readonly WaitingRow[]
  readonly refused: readonly RowFailure[]
}

/** Whether a row of a batch was accepted, repeated, annulled or waits. */
export const hasValidRow = ({ accepted, repeated, annulled, waiting }: ReportResult): boolean =>
  accepted + repeated + annulled + waiting.length > 0

/** A batch of the source, checked row by row (D118). */
export interface ReportDraft {
  /** The rows to record. */
  readonly draft: Draft
  /** Deals that wait for the operator from now on. */
  readonly newReviews: readonly NewReview[]
  /** Waiting deals that the source annuls. */
  readonly withdrawn: readonly string[]
  /** The deals of the batch that wait, also since an earlier batch. */
  readonly waiting: readonly WaitingRow[]
  readonly refused: readonly RowFailure[]
  /** Rows that change nothing, because they repeat withdrawn or rejected deals. */
  readonly repeated: number
}

interface ReportContext extends BatchContext {
  readonly limits: ReviewLimits
  /** The reviews of the deals in the batch, by id. */
  readonly reviews: ReadonlyMap<string, DealReview>
  /** The last accepted price of a market up to the end of a day; null without one. */
  readonly findReference: (deal: Pick<DealReport, 'market' | 'time'>) => number | null
}

export function checkReport(events: readonly MarketEvent[], context: ReportContext): ReportDraft {
  const { limits, now, knownDeals, findReference } = context
  const check = createBatchCheck(context)
  const accepted = new Set<string>()
  const reviews = new Map<string, DealReview | NewReview>(context.reviews)
  const newReviews = new Map<string, NewReview>()
  const references = new Map<string, number | null>()
  const withdrawn = new Set<string>()
  const waiting = new Map<string, WaitingRow>()
  const refused: RowFailure[] = []
  let repeated = 0

  const toKey = ({ market, time }: DealReport) => `${market} ${toDate(time)}`

  function readReference(deal: DealReport): number | null {
    const known = references.get(toKey(deal))
    if (known !== undefined) return known
    const found = findReference(deal)
    references.set(toKey(deal), found)
    return found
  }

  function record(event: MarketEvent & { readonly kind: 'deal' }) {
    const isNew = !knownDeals.has(event.deal.id) && !accepted.has(event.deal.id)
    const failure = check.add(event)
    if (failure) refused.push(failure)
    else if (isNew) {
      accepted.add(event.deal.id)
      references.set(toKey(event.deal), event.deal.price)
    }
  }

  function findHoldReason(deal: DealReport): ReviewReason | null {
    const isTooLate: boolean = deal.time > (now as Instant) + limits.maxAheadMs
    if (isTooLate || checkTradingDay(deal, now) !== null) return null
    return findReviewReason(deal, { reference: readReference(deal), now }, limits)
  }

  /** A deal that waits or was decided: the same report changes nothing. */
  function repeatReview(deal: DealReport, review: DealReview | NewReview) {
    const { id } = deal
    if (!hasSameContent(review.deal, deal)) refused.push({ kind: 'other-content', id })
    else if (review.status === 'rejected') refused.push({ kind: 'rejected', id })
    else if (review.status === 'withdrawn' || withdrawn.has(id)) repeated += 1
    else waiting.set(id, { id, reason: review.reason })
  }

  function addDeal(event: MarketEvent & { readonly kind: 'deal' }) {
    const { deal } = event
    const { id } = deal
    const review = reviews.get(id)
    if (knownDeals.has(id) || accepted.has(id)) return record(event)
    if (review) return repeatReview(deal, review)
    const reason = findHoldReason(deal)
    if (reason === null) return record(event)
    const held: NewReview = { deal, reason, reference: readReference(deal), receivedAt: now, status: 'waiting' }
    reviews.set(id, held)
    newReviews.set(id, held)
    waiting.set(id, { id, reason })
  }

  function addAnnulment(event: MarketEvent & { readonly kind: 'annulment' }) {
    const { id } = event
    const review = reviews.get(id)
    if (review === undefined || knownDeals.has(id) || accepted.has(id)) {
      const failure = check.add(event)
      if (failure) refused.push(failure)
    } else if (review.status === 'waiting' && !withdrawn.has(id)) {
      withdrawn.add(id)
      waiting.delete(id)
    } else repeated += 1
  }

  for (const event of events) {
    if (event.kind === 'deal') addDeal(event)
    else addAnnulment(event)
  }
  return {
    draft: check.createDraft(),
    newReviews: [...newReviews.values()],
    withdrawn: [...withdrawn],
    waiting: [...waiting.values()],
    refused,
    repeated,
  }
}
