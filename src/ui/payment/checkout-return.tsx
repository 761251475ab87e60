import { useSearch } from 'wouter'
import { parseOrderAddress } from '#src/application/navigation/query.ts'

import { OrderScreen } from '#src/ui/payment/order-screen.tsx'

/** The page that a checkout returns to. Its address identifies the order. */
export function CheckoutReturn() {
  const query = useSearch()
  return <OrderScreen key={query} orderKey={parseOrderAddress(query)} />
}
