import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { acceptForms, FORM_TYPES } from '#server/http/form-body.ts'
import { callerNet, type RateLimit } from '#server/http/rate-limit.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import {
  type Confirm,
  type Confirmation,
  type ConfirmationFailure,
  type ConfirmationRefusal,
  toPaymentEntry,
} from '#server/payments/confirmations.ts'
import { NO_CHECKOUT } from '#server/payments/order-routes.ts'
import { isTestFlag, toTransactionDetails } from '#server/payments/provider.ts'
import { PAYMENT_PATHS } from '#src/adapters/http/contract/paths.ts'
import {
  type ConfirmationRequest,
  confirmationReply,
  confirmationRequest,
} from '#src/adapters/http/contract/payment/payments.ts'
import { isOrderReference } from '#src/domain/payment/order.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

const CONFIRMATION_RECEIVED = 'Confirmación recibida.'

/** Why a confirmation may be sent again. */
const UNVERIFIED = {
  'provider-unreachable': 'No pudimos verificar la transacción con el proveedor. Envíe la confirmación de nuevo.',
  'unknown-transaction': 'El proveedor no conoce la transacción todavía. Envíe la confirmación de nuevo.',
  'too-many': 'Hay demasiadas confirmaciones. Envíe la confirmación de nuevo en un minuto.',
} as const

/** Why a confirmation was refused; the provider logs it. */
export const REFUSED_CONFIRMATION: Readonly<Record<ConfirmationRefusal, string>> = {
  signature: 'La firma de la confirmación no es válida.',
  'unknown-order': 'La confirmación no corresponde a una orden de pago.',
  amount: 'El valor de la confirmación no es el de la orden de pago.',
  currency: 'La moneda de la confirmación no es la de la orden de pago.',
  'unknown-state': 'El estado de la confirmación no es válido.',
  test: 'La transacción es de prueba.',
  'other-transaction': 'La confirmación no coincide con la transacción del proveedor.',
  'other-order': 'La transacción pertenece a otra orden de pago.',
}

/** Maps the form of a confirmation without checking it. */
const toConfirmation = (form: ConfirmationRequest): Confirmation => ({
  reference: form.x_ref_payco,
  transactionId: form.x_transaction_id,
  invoice: form.x_id_invoice,
  amount: form.x_amount,
  currency: form.x_currency_code,
  code: form.x_cod_response,
  signature: form.x_signature,
  isTest: isTestFlag(form.x_test_request ?? ''),
  ...toTransactionDetails(form),
})

interface ConfirmationRouteDeps {
  readonly database: Database
  /** Null without a checkout. */
  readonly confirm: Confirm | null
  /** Limits the audit entries of refused confirmations; more refusals are only logged. */
  readonly auditLimit: RateLimit
  /** Starts sending the mails of a payment without waiting for them. */
  readonly deliverSoon: () => void
  /** The real clock, not the market clock. */
  readonly now: () => Instant
}

/** Adds the call in which the provider confirms a payment (D78). */
export async function registerConfirmationRoute(app: FastifyInstance, deps: ConfirmationRouteDeps): Promise<void> {
  const { database, confirm, auditLimit, deliverSoon, now } = deps
  await acceptForms(app)

  /**
   * Logs a refusal and adds an audit entry. Limits the entries, because an attacker could send
   * many.
   */
  async function recordRefusal(
    request: FastifyRequest,
    { invoice, reference }: Confirmation,
    refusal: ConfirmationRefusal,
  ) {
    request.log.warn({ audit: 'payment refused', reason: refusal, invoice, reference, address: request.ip }, 'audit')
    if (!auditLimit.take(callerNet(request.ip)).ok) return
    const target = isOrderReference(invoice) ? invoice : ''
    const after = { reason: refusal, transaction: reference }
    await recordAudit(database.db, toPaymentEntry(toAuditStamp(request, now()), 'payment-refused', target, after))
  }

  const reject = (reply: FastifyReply, status: 400 | 409 | 503, message: string) => reply.code(status).send({ message })

  /** Sends why a confirmation is not accepted. The provider retries after a 503. */
  async function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    confirmation: Confirmation,
    failure: ConfirmationFailure,
  ) {
    if (failure.kind === 'refused') {
      await recordRefusal(request, confirmation, failure.refusal)
      return reject(reply, 400, REFUSED_CONFIRMATION[failure.refusal])
    }
    const { invoice, reference } = confirmation
    request.log.warn({ audit: 'payment not verified', reason: failure.kind, invoice, reference }, 'audit')
    return reject(reply, 503, UNVERIFIED[failure.kind])
  }

  app.withTypeProvider<ZodTypeProvider>().post(
    PAYMENT_PATHS.confirmation,
    {
      config: { access: 'public' },
      schema: {
        tags: [TAGS.payments],
        summary: 'La confirmación firmada del proveedor',
        consumes: FORM_TYPES,
        body: confirmationRequest,
        response: replies(confirmationReply, 409, 503),
      },
    },
    async (request, reply) => {
      if (confirm === null) return reject(reply, 409, NO_CHECKOUT)
      const confirmation = toConfirmation(request.body)
      const result = await confirm(confirmation, toAuditStamp(request, now()))
      if (result.ok) {
        request.log.info({ audit: 'payment confirmed', outcome: result.value, order: confirmation.invoice }, 'audit')
        if (result.value === 'approved' || result.value === 'rejected') deliverSoon()
        return reply.send({ message: CONFIRMATION_RECEIVED })
      }
      return refuse(request, reply, confirmation, result.error)
    },
  )
}
