import * as z from 'zod/mini'

import { listOf } from '#src/adapters/http/contract/imc/values.ts'
import { MAX_REASON_LENGTH } from '#src/adapters/http/contract/operator/operator.ts'
import { singleLine } from '#src/adapters/http/contract/values.ts'

/** Path below `OPERATOR_BASE` of the deals that wait for the operator (D118). */
export const DEAL_REVIEWS_PATH = '/operaciones'

export const DEAL_REVIEW_LISTS = ['en_revision', 'aceptadas', 'rechazadas', 'retiradas'] as const
export type DealReviewList = (typeof DEAL_REVIEW_LISTS)[number]

export const dealReviewsQuery = z.object({ estado: z.optional(z.enum(DEAL_REVIEW_LISTS)) })

export const dealReviewsReply = listOf(
  z.object({
    id: z.string(),
    mercado: z.number(),
    plazo: z.number(),
    hora: z.string(),
    precio: z.number(),
    monto: z.number(),
    motivo: z.string(),
    /** The last price when the deal came; null without one. */
    referencia: z.nullable(z.number()),
    recibida: z.string(),
    decidida: z.nullable(z.string()),
    decision: z.nullable(z.string()),
  }),
)
export type DealReviewsReply = z.infer<typeof dealReviewsReply>

/** Maximum number of deals in a decision. */
const MAX_DECIDED = 500

export const dealDecisionBody = z.object({
  decision: z.enum(['aceptar', 'rechazar']),
  ids: z.array(singleLine(1, 100)).check(z.minLength(1), z.maxLength(MAX_DECIDED)),
  motivo: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_REASON_LENGTH)),
})
export type DealDecisionBody = z.infer<typeof dealDecisionBody>

export const dealDecisionReply = z.object({
  data: z.array(z.object({ id: z.string(), resultado: z.string() })),
  message: z.string(),
  /** Present when the same request has to be sent again for the rest. */
  incompleta: z.optional(z.boolean()),
})
