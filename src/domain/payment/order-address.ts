import { ORDER_PAGE } from '#src/domain/payment/order-page.ts'

/** The card page of the sandbox provider, a page of the reference backend. */
export const SANDBOX_PAGE = '/pasarela/'

/**
 * The values that identify an order in a page URL. `access` is the order's access token; null if
 * the session suffices.
 */
export interface OrderKey {
  readonly reference: string
  readonly access: string | null
}

const REFERENCE = /^MD-\d{4}-\d{6,9}$/
const ACCESS = /^[\w-]{1,64}$/

export const isOrderReference = (text: string): boolean => REFERENCE.test(text)

const toQuery = ({ reference, access }: OrderKey) =>
  new URLSearchParams({ referencia: reference, ...(access !== null && { acceso: access }) })

/** The path and query of an order's page. */
export const toOrderAddress = (key: OrderKey): string => `${ORDER_PAGE}?${toQuery(key)}`

/** The path and query of the sandbox provider's card page for an order. */
export const toSandboxAddress = (key: OrderKey): string => `${SANDBOX_PAGE}?${toQuery(key)}`

/** Removes the `?ref_payco=…` that a provider appends even to a URL with a query. */
const cutAtQuestionMark = (text: string | null) => text?.split('?')[0] ?? ''

/** Parses the query of an order's page; null if the reference is invalid. */
export function parseOrderAddress(query: string): OrderKey | null {
  const fields = new URLSearchParams(query)
  const reference = cutAtQuestionMark(fields.get('referencia'))
  const access = cutAtQuestionMark(fields.get('acceso'))
  return isOrderReference(reference) ? { reference, access: ACCESS.test(access) ? access : null } : null
}
