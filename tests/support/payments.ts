import { SANDBOX_PROVIDER } from '#server/demo/payments/sandbox.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { signConfirmation } from '#server/payments/provider.ts'
import { HUMAN_CHECK_HEADER, PAYMENT_PATHS } from '#src/adapters/http/contract/paths.ts'
import { createBrowser, json, solveServerCheck, type TestBrowser, type TestIdentity } from '#tests/support/identity.ts'
import { call, type RawReply } from '#tests/support/raw-http.ts'

export const ORDERS = `${MARKET_BASE}${PAYMENT_PATHS.orders}`
export const TERM = `${MARKET_BASE}${PAYMENT_PATHS.term}`
export const CONFIRMATION = `${MARKET_BASE}${PAYMENT_PATHS.confirmation}`

export const PAYER = 'mordonez@nandu.example'

export type Form = Readonly<Record<string, string>>

/** Signs a form as the provider does. */
export const sign = (form: Form, merchant = SANDBOX_PROVIDER.merchant): Form => ({
  ...form,
  x_signature: signConfirmation(merchant, {
    reference: form['x_ref_payco'] ?? '',
    transactionId: form['x_transaction_id'] ?? '',
    amount: form['x_amount'] ?? '',
    currency: form['x_currency_code'] ?? '',
  }),
})

let lastTransaction = 0

/** Creates an unsigned approval of an order, with a new transaction. */
export function createConfirmation(
  order: { readonly referencia: string; readonly total: number },
  changes: Form = {},
): Form {
  lastTransaction += 1
  return {
    x_ref_payco: `ref-${lastTransaction}`,
    x_transaction_id: `txn-${lastTransaction}`,
    x_id_invoice: order.referencia,
    x_amount: `${order.total}`,
    x_currency_code: 'COP',
    x_cod_response: '1',
    x_franchise: 'VS',
    x_cardnumber: '457562******1111',
    x_approval_code: '702418',
    x_response_reason_text: 'Fondos insuficientes',
    ...changes,
  }
}

/** Posts a confirmation as the provider's server does. */
export const postConfirmation = (url: string, form: Form): Promise<RawReply> =>
  call(url, CONFIRMATION, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(form)),
  })

/** Posts an order with a solved human check. */
export const postOrder = async (
  { url }: Pick<TestIdentity, 'url'>,
  browser: TestBrowser,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawReply> => browser.post(ORDERS, body, { [HUMAN_CHECK_HEADER]: await solveServerCheck(url), ...headers })

/** Creates an order in a new visitor's browser, or in `browser`. */
export async function createOrder(
  server: Pick<TestIdentity, 'url'>,
  body: Readonly<Record<string, unknown>> = { plan: 'anual', email: PAYER },
  browser = createBrowser(server.url),
) {
  return json(await postOrder(server, browser, body)).data
}

/**
 * Reads from the database the first and last day that an order pays for: visitors cannot read them.
 * Before the approval both are ''.
 */
export async function readTerm(
  { database }: Pick<TestIdentity, 'database'>,
  { referencia }: { readonly referencia: string },
) {
  const { valid_from: from, valid_until: until } = await database.db
    .selectFrom('payment_orders')
    .select(['valid_from', 'valid_until'])
    .where('reference', '=', referencia)
    .executeTakeFirstOrThrow()
  return { from: from ?? '', until: until ?? '' }
}

/** Reads an order with its access code. */
export const readOrder = async (
  { url }: Pick<TestIdentity, 'url'>,
  { referencia, acceso }: { readonly referencia: string; readonly acceso: string },
) => json(await call(url, `${ORDERS}/${referencia}?acceso=${acceso}`)).data
