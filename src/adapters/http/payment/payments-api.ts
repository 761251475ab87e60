import type { HttpClient } from '#src/adapters/http/client.ts'
import { IDEMPOTENCY_HEADER, PAYMENT_PATHS } from '#src/adapters/http/contract/paths.ts'
import type { OrderRequestBody } from '#src/adapters/http/contract/payment/payments.ts'
import { decodeNewOrder, decodeOrder, decodeOrders } from '#src/adapters/http/payment/payments.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { PaymentsGateway } from '#src/application/payment/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { OrderKey, OrderRequest, PaymentOrder } from '#src/domain/payment/order.ts'
import { PLAN_WORDS } from '#src/domain/payment/plans.ts'
import { ok, type Result } from '#src/domain/result.ts'

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
    createOrder(request, key, signal) {
      const headers = { [IDEMPOTENCY_HEADER]: key }
      return requestJson(http, { path: PAYMENT_PATHS.orders, body: toBody(request), headers, signal }, decodeNewOrder)
    },

    findOrder: async (key, signal) =>
      mapNotFoundToNull(await requestJson(http, { path: toOrderPath(key), signal }, decodeOrder)),

    listOrders: (signal) => requestJson(http, { path: PAYMENT_PATHS.orders, signal }, decodeOrders),
  }
}
