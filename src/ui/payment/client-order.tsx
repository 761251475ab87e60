import { Link } from 'wouter'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { BACK_TO_ORDERS } from '#src/application/payment/order-messages.ts'
import { isOrderReference } from '#src/domain/payment/order.ts'
import { OrderScreen } from '#src/ui/payment/order-screen.tsx'
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'

/** One order of the signed-in client, with a receipt to print (D71). */
export function ClientOrder({ params }: ScreenProps) {
  const reference = (params['reference'] ?? '').toUpperCase()
  return (
    <OrderScreen key={reference} orderKey={isOrderReference(reference) ? { reference, access: null } : null}>
      <p className="receipt-back print:hidden">
        <Link href={SCREENS.payments.path}>{BACK_TO_ORDERS}</Link>
      </p>
    </OrderScreen>
  )
}
