import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Database } from '#server/database/connection.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { type IdentifyClient, toPlanId } from '#server/payments/order-routes.ts'
import type { PayerAccounts, PayingClient } from '#server/payments/settlement.ts'
import { findPaidEnd } from '#server/payments/settlement-store.ts'
import { PAYMENT_PATHS } from '#src/adapters/http/contract/paths.ts'
import { type TermPreviewRow, termPreviewReply, termQuery } from '#src/adapters/http/contract/payment/payments.ts'
import { findPlan } from '#src/domain/payment/plans.ts'
import { previewTerm, type TermPreview } from '#src/domain/payment/term.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

interface TermRouteDeps {
  readonly database: Database
  readonly identifyClient: IdentifyClient
  readonly payerAccounts: Pick<PayerAccounts, 'readEnd'>
  /** The session clock, on which accounts end. */
  readonly sessionNow: () => Instant
}

const toRow = ({ term, startsToday }: TermPreview): TermPreviewRow => ({
  vigencia_desde: term.from,
  vigencia_hasta: term.until,
  si_paga_hoy: startsToday,
})

/** Adds the call that says which days a payment would add, from the same end as the settlement (D101). */
export function registerTermRoute(app: FastifyInstance, deps: TermRouteDeps): void {
  const { payerAccounts, identifyClient, sessionNow } = deps
  const { db } = deps.database

  const findEnd = async ({ id, email }: PayingClient): Promise<Instant | null> =>
    (await payerAccounts.readEnd(db, id)) ?? (await findPaidEnd(db, { clientId: id, email }))

  app.withTypeProvider<ZodTypeProvider>().get(
    PAYMENT_PATHS.term,
    {
      config: { access: 'client' },
      schema: {
        tags: [TAGS.payments],
        summary: 'La vigencia que el cliente tendría si paga ahora',
        querystring: termQuery,
        response: replies(termPreviewReply, 403),
      },
    },
    async (request, reply) => {
      const client = identifyClient(request)
      if (!client.ok) return reply.code(403).send({ message: client.error })
      const end = client.value && (await findEnd(client.value))
      const { months } = findPlan(toPlanId(request.query.plan))
      return reply.send({ data: toRow(previewTerm(end, toDate(sessionNow()), months)) })
    },
  )
}
