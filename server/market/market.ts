import type { FastifyInstance } from 'fastify'

import type { Mail } from '#server/delivery/mail.ts'
import type { Decided, DecidedDeal, DecisionRequest } from '#server/market/deal-reviews.ts'
import { appendReason, REVIEW_REASON_TEXTS } from '#server/market/import/import-report.ts'
import type { DealReview, ReviewStatus } from '#server/market/store/review-store.ts'

/** Waiting deals, for the operator's calls (D118). */
export interface DealReviews {
  list(status: ReviewStatus): Promise<readonly DealReview[]>
  /** Creates the mail to the operator about all deals that wait now; null without any, or without an address. */
  createMail(): Promise<Mail | null>
  /** Once `isOver`, no further part of the decision begins. */
  decide(request: DecisionRequest, isOver?: () => boolean): Promise<Decided>
  /** Passes the requests of these routes on to the process that writes the market. */
  forwardWrites(scope: FastifyInstance): void
}

/** Why a deal waits, in Spanish. */
export const formatReviewReason = ({ reason }: Pick<DealReview, 'reason'>): string => REVIEW_REASON_TEXTS[reason]

/** What happened to a deal after a decision, in Spanish. */
export function formatDecision({ result }: DecidedDeal): string {
  switch (result) {
    case 'accepted':
      return 'aceptada'
    case 'released':
      return 'aceptada: está cerca del precio aceptado'
    case 'rejected':
      return 'rechazada'
    case 'unknown':
      return 'no existe'
    case 'decided':
      return 'ya no espera revisión'
    default:
      return `sigue en revisión: ${appendReason(result)}`
  }
}

export type { LogPosition, MarketLines } from '#server/market/market-lines.ts'
export type { NumberedLine } from '#server/market/store/log-store.ts'
// biome-ignore lint/performance/noBarrelFile: an area is imported by its one file.
export { toPricedDeals } from '#server/market/store/price-store.ts'
export { REVIEW_MAIL } from '#server/market/store/review-store.ts'
export type { DealReview, DecidedDeal, ReviewStatus }
