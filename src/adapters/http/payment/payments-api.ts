import * as z from 'zod/mini'
import type { HttpClient } from '#src/adapters/http/client.ts'
import { HUMAN_CHECK_HEADER, IDEMPOTENCY_HEADER, PAYMENT_PATHS } from '#src/adapters/http/contract/paths.ts'
import {
  NEW_ORDER,
  ORDER,
  ORDER_STATUS_WORDS,
  type OrderRequestBody,
  TERM_PREVIEW,
} from '#src/adapters/http/contract/payment/payments.ts'
import { parseWord } from '#src/adapters/http/contract/values.ts'
import { requiredField } from '#src/adapters/http/decode/lenient.ts'
import { parseDay, parseText } from '#src/adapters/http/decode/parse-values.ts'
import { createListDecoder, createRecordDecoder, emptyToNull } from '#src/adapters/http/decode/rows.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { PaymentsGateway } from '#src/application/payment/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { NewOrder, OrderKey, OrderRequest, PaymentOrder } from '#src/domain/payment/order.ts'
import { PLAN_WORDS } from '#src/domain/payment/plans.ts'
import type { PaymentTerm, TermPreview } from '#src/domain/payment/term.ts'
import { ok, type Result } from '#src/domain/result.ts'

const plan = requiredField((value) => parseWord(PLAN_WORDS, parseText(value) ?? ''))
const status = requiredField((value) => parseWord(ORDER_STATUS_WORDS, parseText(value) ?? ''))

const newOrder = z.pipe(
  z.object({ ...NEW_ORDER, plan }),
  z.transform(
    (order): NewOrder => ({
      reference: order.referencia,
      access: order.acceso,
      plan: order.plan,
      base: order.base,
      tax: order.iva,
      total: order.total,
    }),
  ),
)

function toTerm(from: unknown, until: unknown): PaymentTerm | null {
  const [first, last] = [parseDay(from), parseDay(until)]
  return first !== null && last !== null ? { from: first, until: last } : null
}

const order = z.pipe(
  z.object({ ...ORDER, plan, estatus: status }),
  z.transform(
    (row): PaymentOrder => ({
      reference: row.referencia,
      plan: row.plan,
      base: row.base,
      tax: row.iva,
      total: row.total,
      status: row.estatus,
      at: row.fecha,
      email: row.correo,
      term: toTerm(row.vigencia_desde, row.vigencia_hasta),
      card: emptyToNull(row.tarjeta),
      authorization: emptyToNull(row.autorizacion),
      reason: emptyToNull(row.motivo),
    }),
  ),
)

const termPreview = z.pipe(
  z.object(TERM_PREVIEW),
  z.transform(
    (row): TermPreview => ({
      term: { from: row.vigencia_desde, until: row.vigencia_hasta },
      startsToday: row.si_paga_hoy,
    }),
  ),
)

const decodeTermPreview = createRecordDecoder(termPreview)

/** Decodes the reply to a new order; null without a field that the payment requires. */
const decodeNewOrder = createRecordDecoder(newOrder)

const decodeOrder = createRecordDecoder(order)

const decodeOrders = createListDecoder(order)

const NOT_FOUND = 404

const toBody = ({ plan, email }: OrderRequest) =>
  ({ plan: PLAN_WORDS[plan], ...(email !== null && { email }) }) satisfies OrderRequestBody

function toOrderPath({ reference, access }: OrderKey): string {
  const path = `${PAYMENT_PATHS.orders}/${encodeURIComponent(reference)}`
  return access === null ? path : `${path}?${new URLSearchParams({ acceso: access })}`
}

/** Maps a 404 to null: the order does not exist, or the caller may not read it. */
function mapNotFoundToNull(result: Result<PaymentOrder, CallFailure>): Result<PaymentOrder | null, CallFailure> {
  if (result.ok || result.error.kind !== 'rejected') return result
  return result.error.status === NOT_FOUND ? ok(null) : result
}

/** The orders of plans at {market-api} (D78). */
export function createPaymentsApi({ http }: { readonly http: HttpClient }): PaymentsGateway {
  return {
    createOrder(request, proof, key, signal) {
      const headers = { [HUMAN_CHECK_HEADER]: proof.text, [IDEMPOTENCY_HEADER]: key }
      return requestJson(http, { path: PAYMENT_PATHS.orders, body: toBody(request), headers, signal }, decodeNewOrder)
    },

    findOrder: async (key, signal) =>
      mapNotFoundToNull(await requestJson(http, { path: toOrderPath(key), signal }, decodeOrder)),

    listOrders: (signal) => requestJson(http, { path: PAYMENT_PATHS.orders, signal }, decodeOrders),

    previewTerm(plan, signal) {
      const query = new URLSearchParams({ plan: PLAN_WORDS[plan] })
      return requestJson(http, { path: `${PAYMENT_PATHS.term}?${query}`, signal }, decodeTermPreview)
    },
  }
}
