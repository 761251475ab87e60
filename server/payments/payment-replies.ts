import type { Confirmation } from '#server/payments/confirmation.ts'
import type { StoredOrder } from '#server/payments/order-store.ts'
import { isTestFlag } from '#server/payments/provider.ts'
import { toTransactionDetails } from '#server/payments/transaction-details.ts'
import { ORDER_STATUS_WORDS } from '#src/adapters/http/contract/payment/payment-words.ts'
import type { ConfirmationRequest, NewOrderReply, OrderRow } from '#src/adapters/http/contract/payment/payments.ts'
import { parseWord } from '#src/adapters/http/contract/words.ts'
import { type NewOrder, orderStateAt } from '#src/domain/payment/order.ts'
import { PLAN_WORDS } from '#src/domain/payment/plan-words.ts'
import { CURRENCY, type PlanId } from '#src/domain/payment/plans.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'

export const toNewOrderReply = (order: NewOrder): NewOrderReply => ({
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
export function toOrderRow(order: StoredOrder, now: Instant): OrderRow {
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

/** Maps the form of a confirmation without checking it. */
export const toConfirmation = (form: ConfirmationRequest): Confirmation => ({
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
