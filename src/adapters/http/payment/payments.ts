import * as z from 'zod/mini'
import { NEW_ORDER, ORDER } from '#src/adapters/http/contract/payment/payment-fields.ts'
import { ORDER_STATUS_WORDS } from '#src/adapters/http/contract/payment/payment-words.ts'
import { parseWord } from '#src/adapters/http/contract/words.ts'
import { requiredField } from '#src/adapters/http/decode/lenient.ts'
import { parseDay, parseText } from '#src/adapters/http/decode/parse-values.ts'
import { createListDecoder, createRecordDecoder, emptyToNull } from '#src/adapters/http/imc/rows.ts'
import type { NewOrder, PaymentOrder } from '#src/domain/payment/order.ts'
import { PLAN_WORDS } from '#src/domain/payment/plans.ts'
import type { PaymentTerm } from '#src/domain/payment/term.ts'

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

/** Decodes the reply to a new order; null without a field that the payment requires. */
export const decodeNewOrder = createRecordDecoder(newOrder)

export const decodeOrder = createRecordDecoder(order)

export const decodeOrders = createListDecoder(order)
