import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { createSandboxConfirmation, REPETITIONS, SANDBOX_PROVIDER, TAMPERINGS } from '#server/demo/payments/sandbox.ts'
import {
  SANDBOX_POLICY,
  type SandboxPageContent,
  sandboxNotice,
  sandboxPage,
} from '#server/demo/payments/sandbox-page.ts'
import { acceptForms } from '#server/http/form-body.ts'
import { HANDLER_TIMEOUT_MS } from '#server/http/handler-timeout.ts'
import { HTML_TYPE } from '#server/http/headers.ts'
import { findOrderByAccess, type StoredOrder } from '#server/payments/order-store.ts'
import type { PaymentSandbox, SandboxDeps } from '#server/payments/payments-module.ts'
import { hashSecret, newId } from '#server/secrets.ts'
import { createQueue } from '#server/security/password-hashes.ts'
import {
  CLOSED_UNPAID_QUERY,
  formatPricingQuery,
  SANDBOX_PAGE,
  toOrderAddress,
} from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { isOrderReference } from '#src/domain/payment/order.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { type CardForm, createCardForm, findCardErrors, findTestCard } from '#src/simulator/test-cards.ts'

/** Timeout of a confirmation that the sandbox sends to this server. */
const CONFIRMATION_TIMEOUT_MS = 10 * SECOND_MS

const MAX_FIELD_LENGTH = 200

const textField = z.catch(z.string().check(z.maxLength(MAX_FIELD_LENGTH)), '')

/** The fields of the page. A missing or repeated field is empty, and the page shows its error. */
const pageFields = z.object({
  referencia: textField,
  acceso: textField,
  numero: textField,
  nombre: textField,
  vencimiento: textField,
  codigo: textField,
  alterar: z.catch(z.enum(TAMPERINGS), 'none'),
  repetir: textField,
})
type PageFields = z.infer<typeof pageFields>

const readFields = (fields: unknown): PageFields => pageFields.parse(typeof fields === 'object' ? { ...fields } : {})

const toRepetitions = (typed: string): number => REPETITIONS.find((count) => `${count}` === typed) ?? 1

const AUTHORIZATION_DIGITS = 6

const createTransactionIds = () => ({
  reference: `ref-${newId()}`,
  transactionId: `txn-${newId()}`,
  authorization: String(randomInt(10 ** AUTHORIZATION_DIGITS)).padStart(AUTHORIZATION_DIGITS, '0'),
})

const toCancelUrl = ({ plan }: StoredOrder) =>
  `${SCREENS.pricing.path}?${CLOSED_UNPAID_QUERY}&${formatPricingQuery(plan)}`

/** Adds the card page of the sandbox (D78). It has no script and stores no card. */
async function registerCardPage(app: FastifyInstance, deps: SandboxDeps): Promise<void> {
  const { database, confirmationUrl, fetch, logger, now } = deps
  await acceptForms(app)

  /** Posts a confirmation to the server, over HTTP as a provider does. */
  async function sendConfirmation(form: Readonly<Record<string, string>>): Promise<void> {
    const response = await fetch(confirmationUrl(), {
      method: 'POST',
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(CONFIRMATION_TIMEOUT_MS),
    })
    await response.arrayBuffer()
    if (!response.ok) logger.info({ status: response.status }, 'sandbox: the confirmation was refused')
  }

  const sendPage = (reply: FastifyReply, status: 200 | 400 | 404, html: string) =>
    reply
      .code(status)
      .headers({ 'content-security-policy': SANDBOX_POLICY, 'cache-control': 'no-store' })
      .type(HTML_TYPE)
      .send(html)

  const findOrder = async ({ referencia, acceso }: PageFields): Promise<StoredOrder | null> =>
    isOrderReference(referencia) && acceso !== ''
      ? findOrderByAccess(database.db, referencia, hashSecret(acceso))
      : null

  const toContent = (order: StoredOrder, fields: PageFields, form: CardForm): SandboxPageContent => ({
    order,
    access: fields.acceso,
    form,
    errors: {},
    tampering: fields.alterar,
    repetitions: toRepetitions(fields.repetir),
    back: toCancelUrl(order),
  })

  /** Finds an unpaid order. Without such an order, sends a notice and returns null. */
  async function findUnpaidOrder(fields: PageFields, reply: FastifyReply): Promise<StoredOrder | null> {
    const order = await findOrder(fields)
    if (order === null) {
      await sendPage(reply, 404, sandboxNotice('La orden de pago no existe', SCREENS.pricing.path))
      return null
    }
    if (order.status !== 'approved') return order
    const orderUrl = toOrderAddress({ reference: order.reference, access: fields.acceso })
    await sendPage(reply, 200, sandboxNotice('La orden ya está pagada', orderUrl))
    return null
  }

  app.get(
    SANDBOX_PAGE,
    { config: { access: 'public' }, handlerTimeout: HANDLER_TIMEOUT_MS },
    async (request, reply) => {
      const fields = readFields(request.query)
      const order = await findUnpaidOrder(fields, reply)
      if (order === null) return reply
      const card = findTestCard(fields.numero)
      return sendPage(reply, 200, sandboxPage(toContent(order, fields, createCardForm(now(), card?.number))))
    },
  )

  /** Runs one payment at a time: the second request of a double click finds a paid order. */
  const runInTurn = createQueue(1)

  async function pay(fields: PageFields, reply: FastifyReply) {
    const order = await findUnpaidOrder(fields, reply)
    if (order === null) return reply
    const form = { number: fields.numero, name: fields.nombre, expiry: fields.vencimiento, code: fields.codigo }
    const errors = findCardErrors(form, now())
    const content = toContent(order, fields, form)
    if (Object.keys(errors).length > 0) return sendPage(reply, 400, sandboxPage({ ...content, errors }))
    const ids = createTransactionIds()
    const confirmation = createSandboxConfirmation(
      {
        invoice: order.reference,
        total: order.total,
        currency: order.currency,
        cardNumber: form.number,
        tampering: fields.alterar,
      },
      ids,
    )
    await Promise.all(Array.from({ length: content.repetitions }, () => sendConfirmation(confirmation)))
    const orderUrl = toOrderAddress({ reference: order.reference, access: fields.acceso })
    return reply.redirect(`${orderUrl}&${new URLSearchParams({ ref_payco: ids.reference })}`, 303)
  }

  app.post(SANDBOX_PAGE, { config: { access: 'public' } }, ({ body }, reply) =>
    runInTurn(() => pay(readFields(body), reply)),
  )
}

/** The provider of demonstrations: this server plays it itself. */
export const SANDBOX: PaymentSandbox = { provider: SANDBOX_PROVIDER, register: registerCardPage }
