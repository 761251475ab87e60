import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { recordAudit } from '#server/database/audit-store.ts'
import { type Database, runRefusable } from '#server/database/connection.ts'
import { type KeyedRequest, type KeyReused, withIdempotency } from '#server/database/idempotency.ts'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { HANDLER_TIMEOUT_MS } from '#server/http/handler-timeout.ts'
import { readHeader } from '#server/http/headers.ts'
import { toKeyedRequest } from '#server/http/idempotency-key.ts'
import { CHALLENGE_REFUSED, INVALID_IDEMPOTENCY_KEY, tooManyAttemptsMessage } from '#server/http/messages.ts'
import { callerKey, type RateLimit, sendTooManyRequests } from '#server/http/rate-limit.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import {
  addOrder,
  findOrder,
  findOrderByAccess,
  listOrders,
  type OrderToAdd,
  type StoredOrder,
} from '#server/payments/order-store.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { PayingClient } from '#server/payments/settlement.ts'
import { derivedSecret, hashSecret, newSecret } from '#server/secrets.ts'
import { HUMAN_CHECK_HEADER, IDEMPOTENCY_HEADER, PAYMENT_PATHS } from '#src/adapters/http/contract/paths.ts'
import {
  type NewOrderReply,
  newOrderReply,
  ORDER_STATUS_WORDS,
  type OrderRow,
  orderParams,
  orderQuery,
  orderReply,
  orderRequest,
  ordersReply,
} from '#src/adapters/http/contract/payment/payments.ts'
import { parseWord } from '#src/adapters/http/contract/values.ts'
import { isEmail } from '#src/domain/identity/email.ts'
import { normalizeText } from '#src/domain/identity/typed-text.ts'
import { isOrderReference, type NewOrder, orderStateAt } from '#src/domain/payment/order.ts'
import { CURRENCY, findPlan, PLAN_IDS, PLAN_WORDS, type PlanId } from '#src/domain/payment/plans.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'

export const NO_CHECKOUT = 'El pago con tarjeta no está disponible.'
export const NO_SUCH_ORDER = 'La orden de pago no existe.'
const EMAIL_REQUIRED = 'Escriba el correo electrónico que recibe el recibo.'
const EMAIL_INVALID = 'El correo electrónico no es válido.'
const IDEMPOTENCY_KEY_REUSED = 'La solicitud ya se envió con otros datos. Revise y envíe de nuevo.'

/**
 * Finds the client of a request; null for a visitor. The error is the message for a restricted
 * session, which may not list its orders.
 */
export type IdentifyClient = (request: FastifyRequest) => Result<PayingClient | null, string>

/** Verifies the solved human check of a request, once (D9). */
export type VerifyHuman = (proof: string | undefined) => Promise<boolean>

interface OrderRoutesDeps {
  readonly database: Database
  readonly identifyClient: IdentifyClient
  /** Name of the provider that confirms payments. Null without a checkout: orders are refused. */
  readonly provider: PaymentProvider['name'] | null
  readonly verifyHuman: VerifyHuman
  /** Limits the new orders of each client, and of each network of visitors. */
  readonly limit: RateLimit
  /** The real clock, not the market clock. */
  readonly now: () => Instant
}

const tags = [TAGS.payments]

const toNewOrderReply = (order: NewOrder): NewOrderReply => ({
  data: {
    referencia: order.reference,
    acceso: order.access,
    plan: PLAN_WORDS[order.plan],
    base: order.base,
    iva: order.tax,
    total: order.total,
    moneda: CURRENCY,
  },
})

/** Converts an order for its payer, with its state at `now` of the real clock. */
function toOrderRow(order: StoredOrder, now: Instant): OrderRow {
  const { status, at } = orderStateAt(order, now)
  return {
    referencia: order.reference,
    plan: PLAN_WORDS[order.plan],
    estatus: ORDER_STATUS_WORDS[status],
    fecha: toIso(at),
    total: order.total,
    iva: order.tax,
    base: order.base,
    moneda: order.currency,
    vigencia_desde: order.term?.from ?? null,
    vigencia_hasta: order.term?.until ?? null,
    tarjeta: order.card,
    autorizacion: order.authorization,
    correo: order.email,
    motivo: order.reason,
  }
}

/** Maps the word of a plan. The schema has checked the word. */
export const toPlanId = (word: string): PlanId => parseWord(PLAN_WORDS, word) ?? 'quarterly'

/** Hides the term of an order that belongs to another account. */
const hideForeignTerm = (order: StoredOrder, client: PayingClient | null): StoredOrder =>
  order.clientId === null || order.clientId === client?.id ? order : { ...order, term: null }

const refuse = (reply: FastifyReply, status: 400 | 403 | 404 | 409, message: string) =>
  reply.code(status).send({ message })

/** Returns the e-mail address for the receipt: the typed address, else the client's address. */
function readEmail(typed: string | null | undefined, client: PayingClient | null): Result<string, string> {
  const email = normalizeText(typed ?? '') || (client?.email ?? '')
  if (email === '') return err(EMAIL_REQUIRED)
  return isEmail(email) ? ok(email) : err(EMAIL_INVALID)
}

/** The subject of the idempotency keys of all visitors. */
const VISITOR = 'visitor'

/** Minimum length of an idempotency key: the access code of the order is derived from it. */
const MIN_KEY_LENGTH = 32

/**
 * Creates the access code of a new order. A repeated request gets the same code: it is derived from
 * the idempotency key, and the database has only the hashes of both.
 */
const createAccessCode = (request: KeyedRequest | null): string =>
  `ac-${request === null ? newSecret() : Buffer.from(derivedSecret(request.key, 'order-access'), 'hex').toString('base64url')}`

const hashKey = (request: KeyedRequest): KeyedRequest => ({ ...request, key: hashSecret(request.key) })

const storedOrder = z.object({
  reference: z.string(),
  plan: z.enum(PLAN_IDS),
  base: z.number(),
  tax: z.number(),
  total: z.number(),
})

const parseNewOrder = (reply: unknown): Omit<NewOrder, 'access'> => storedOrder.parse(reply)

/** Adds the calls of orders (D78). */
export function registerOrderRoutes(app: FastifyInstance, deps: OrderRoutesDeps): void {
  const { database, identifyClient, provider, verifyHuman, limit, now } = deps
  const calls = app.withTypeProvider<ZodTypeProvider>()

  /** Finds the caller's client; null for a visitor or a restricted session. */
  const findClient = (request: FastifyRequest): PayingClient | null => {
    const client = identifyClient(request)
    return client.ok ? client.value : null
  }

  /** Reads the idempotency key; the error is the message for a short key. */
  function readKeyedRequest(request: FastifyRequest, client: PayingClient | null): Result<KeyedRequest | null, string> {
    const keyedRequest = toKeyedRequest(request, client?.id ?? VISITOR, now())
    const isShort = keyedRequest !== null && keyedRequest.key.length < MIN_KEY_LENGTH
    return isShort ? err(INVALID_IDEMPOTENCY_KEY) : ok(keyedRequest)
  }

  /** Reads a request; the error is its message. The proof is verified last, which uses it up. */
  async function readCheckedRequest(
    request: FastifyRequest,
    typedEmail: string | null | undefined,
    client: PayingClient | null,
  ) {
    const email = readEmail(typedEmail, client)
    if (!email.ok) return email
    const keyedRequest = readKeyedRequest(request, client)
    if (!keyedRequest.ok) return keyedRequest
    const isHuman = await verifyHuman(readHeader(request, HUMAN_CHECK_HEADER))
    return isHuman ? ok({ email: email.value, keyedRequest: keyedRequest.value }) : err(CHALLENGE_REFUSED)
  }

  /** Creates an order with its audit entry. A repeated request returns the first order. */
  async function createOrder(
    request: FastifyRequest,
    keyedRequest: KeyedRequest | null,
    order: Pick<OrderToAdd, 'provider' | 'plan' | 'email'>,
    client: PayingClient | null,
  ): Promise<Result<NewOrder, KeyReused>> {
    const at = now()
    const { plan } = order
    const { base, tax, total } = findPlan(plan)
    const access = createAccessCode(keyedRequest)
    const result = await runRefusable(database, (tx) =>
      withIdempotency(tx, keyedRequest && hashKey(keyedRequest), parseNewOrder, async () => {
        const clientId = client?.id ?? null
        const reference = await addOrder(tx, { ...order, clientId, accessHash: hashSecret(access), at })
        await recordAudit(tx, {
          ...toAuditStamp(request, at),
          realm: 'client',
          subjectId: clientId,
          subjectName: client?.name ?? null,
          entityId: null,
          action: 'order-created',
          target: reference,
          after: { plan, total },
        })
        return ok({ reference, plan, base, tax, total })
      }),
    )
    return result.ok ? ok({ ...result.value, access }) : result
  }

  calls.post(
    PAYMENT_PATHS.orders,
    {
      config: { access: 'public', requestHeaders: [HUMAN_CHECK_HEADER, IDEMPOTENCY_HEADER] },
      schema: {
        tags,
        summary: 'Crea una orden de pago',
        'x-limit': '10 por minuto y cuenta o red',
        body: orderRequest,
        response: replies(newOrderReply, 409, 429),
      },
    },
    async (request, reply) => {
      if (provider === null) return refuse(reply, 409, NO_CHECKOUT)
      const client = findClient(request)
      const content = await readCheckedRequest(request, request.body.email, client)
      if (!content.ok) return refuse(reply, 400, content.error)
      const attempt = limit.take(callerKey(request))
      if (!attempt.ok) return sendTooManyRequests(reply, attempt.error.retryAfterMs, tooManyAttemptsMessage)
      const plan = toPlanId(request.body.plan)
      const { email, keyedRequest } = content.value
      const order = await createOrder(request, keyedRequest, { provider, plan, email }, client)
      if (!order.ok) return refuse(reply, 409, IDEMPOTENCY_KEY_REUSED)
      return reply.send(toNewOrderReply(order.value))
    },
  )

  /** Finds an order by its access code. Without a code, finds an order of the caller's account. */
  async function findReadableOrder(
    request: FastifyRequest,
    reference: string,
    accessCode: string,
  ): Promise<StoredOrder | null> {
    if (!isOrderReference(reference)) return null
    const client = findClient(request)
    if (accessCode !== '') {
      const order = await findOrderByAccess(database.db, reference, hashSecret(accessCode))
      return order && hideForeignTerm(order, client)
    }
    const order = client === null ? null : await findOrder(database.db, reference)
    return order !== null && order.clientId === client?.id ? order : null
  }

  calls.get(
    `${PAYMENT_PATHS.orders}/:referencia`,
    {
      config: { access: 'public' },
      handlerTimeout: HANDLER_TIMEOUT_MS,
      schema: {
        tags,
        summary: 'Una orden, con su acceso o con la sesión de su cliente',
        params: orderParams,
        querystring: orderQuery,
        response: replies(orderReply, 404),
      },
    },
    async (request, reply) => {
      const order = await findReadableOrder(request, request.params.referencia, request.query.acceso ?? '')
      if (order === null) return refuse(reply, 404, NO_SUCH_ORDER)
      return reply.send({ data: toOrderRow(order, now()) })
    },
  )

  calls.get(
    PAYMENT_PATHS.orders,
    {
      config: { access: 'client' },
      schema: { tags, summary: 'Las órdenes del cliente', response: replies(ordersReply, 403) },
    },
    async (request, reply) => {
      const client = identifyClient(request)
      if (!client.ok) return refuse(reply, 403, client.error)
      const orders = client.value === null ? [] : await listOrders(database.db, client.value.id)
      return reply.send({ data: orders.map((order) => toOrderRow(order, now())) })
    },
  )
}
