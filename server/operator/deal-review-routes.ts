import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { type DealReview, formatDecision, formatReviewReason, type ReviewStatus } from '#server/market/market.ts'
import { dealsDecidedMessage } from '#server/operator/messages.ts'
import { type OperatorRoutesDeps, operatorAccess } from '#server/operator/operator-route.ts'
import {
  DEAL_REVIEWS_PATH,
  type DealReviewList,
  type DealReviewsReply,
  dealDecisionBody,
  dealDecisionReply,
  dealReviewsQuery,
  dealReviewsReply,
} from '#src/adapters/http/contract/operator/deal-reviews.ts'
import { SECOND_MS, toIso } from '#src/domain/time/bogota.ts'
import { MARKET_IDS } from '#src/domain/trading/market.ts'

/**
 * After this time a decision begins no further part (D124): the reply comes before all timeouts, and
 * the caller sends the same decision again.
 */
const DECISION_MS = 5 * SECOND_MS

const access = operatorAccess('deals')
const tags = [TAGS.deals]

const STATUSES: Readonly<Record<DealReviewList, ReviewStatus>> = {
  en_revision: 'waiting',
  aceptadas: 'accepted',
  rechazadas: 'rejected',
  retiradas: 'withdrawn',
}

const toReviewReply = (review: DealReview): DealReviewsReply['data'][number] => ({
  id: review.deal.id,
  mercado: MARKET_IDS[review.deal.market],
  plazo: review.deal.term,
  hora: toIso(review.deal.time),
  precio: review.deal.price,
  monto: review.deal.amount,
  motivo: formatReviewReason(review),
  referencia: review.reference,
  recibida: toIso(review.receivedAt),
  decidida: review.decidedAt === null ? null : toIso(review.decidedAt),
  decision: review.decision,
})

/** Adds the routes for deals that wait for the operator (D118). */
export function registerDealReviews(app: FastifyInstance, { deals, now }: OperatorRoutesDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    DEAL_REVIEWS_PATH,
    {
      ...access,
      schema: {
        tags,
        summary: 'Operaciones que esperan o tuvieron revisión',
        querystring: dealReviewsQuery,
        response: replies(dealReviewsReply),
      },
    },
    async ({ query: { estado = 'en_revision' } }) => ({
      data: (await deals.list(STATUSES[estado])).map(toReviewReply),
    }),
  )

  app.register(async (scope) => {
    deals.forwardWrites(scope)
    scope.withTypeProvider<ZodTypeProvider>().post(
      DEAL_REVIEWS_PATH,
      {
        ...access,
        schema: {
          tags,
          summary: 'Acepta o rechaza operaciones que esperan revisión',
          body: dealDecisionBody,
          response: replies(dealDecisionReply),
        },
      },
      async (request) => {
        const { ids, motivo: reason, decision } = request.body
        const stamp = toAuditStamp(request, now())
        const end = now() + DECISION_MS
        const {
          deals: decided,
          changed,
          isIncomplete,
        } = await deals.decide(
          { ids, decision: decision === 'aceptar' ? 'accept' : 'reject', reason, stamp },
          () => now() >= end,
        )
        return {
          data: decided.map((deal) => ({ id: deal.id, resultado: formatDecision(deal) })),
          message: dealsDecidedMessage(changed, isIncomplete),
          ...(isIncomplete && { incompleta: true }),
        }
      },
    )
  })
}
