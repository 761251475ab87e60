import type { Confirmation } from '#server/payments/confirmation.ts'
import type { StoredOrder } from '#server/payments/order-store.ts'
import { isTestFlag } from '#server/payments/provider.ts'
import { parseWord } from '#src/adapters/http/contract/imc-words.ts'
import { ORDER_STATUS_WORDS } from '#src/adapters/http/contract/payment-words.ts'
import type { ConfirmationRequest, NewOrderReply, OrderRow } from '#src/adapters/http/contract/payments.ts'
import type { NewOrder } from '#src/domain/payment/order.ts'
import { PLAN_WORDS } from '#src/domain/payment/plan-words.ts'
import { CURRENCY, type PlanId } from '#src/domain/payment/plans.ts'
import { toIso } from '#src/domain/time/bogota.ts'

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

export const toOrderRow = (order: StoredOrder): OrderRow => ({
  referencia: order.reference,
  plan: PLAN_WORDS[order.plan],
  estatus: ORDER_STATUS_WORDS[order.status],
  fecha: toIso(order.at),
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
})

/** The contract has checked the word. */
export const toPlanId = (word: string): PlanId => parseWord(PLAN_WORDS, word) ?? 'quarterly'

/** ePayco's codes of card brands and other means of payment. */
const BRANDS: Readonly<Record<string, string>> = {
  VS: 'Visa',
  MC: 'Mastercard',
  AM: 'American Express',
  DC: 'Diners Club',
  CR: 'Credencial',
  EF: 'Efecty',
  BA: 'Baloto',
  GA: 'Gana',
}

const LAST_DIGITS = 4

/** Brand and last digits of a card: `Visa 1111`; never more of its number. */
function toCard(brand: string, number: string): string | null {
  const name = Object.hasOwn(BRANDS, brand.toUpperCase()) ? BRANDS[brand.toUpperCase()] : brand
  const digits = /\d{4}$/.exec(number.trim())?.[0].slice(-LAST_DIGITS) ?? ''
  return `${name} ${digits}`.trim() || null
}

const orNull = (text: string | null | undefined): string | null => text?.trim() || null

/** Maps the form of a confirmation; nothing of it is checked yet. */
export const toConfirmation = (form: ConfirmationRequest): Confirmation => ({
  reference: form.x_ref_payco,
  transactionId: form.x_transaction_id,
  invoice: form.x_id_invoice,
  amount: form.x_amount,
  currency: form.x_currency_code,
  code: form.x_cod_response,
  signature: form.x_signature,
  isTest: isTestFlag(form.x_test_request ?? ''),
  card: toCard((form.x_franchise ?? '').trim(), form.x_cardnumber ?? ''),
  authorization: orNull(form.x_approval_code),
  reason: orNull(form.x_response_reason_text),
})
