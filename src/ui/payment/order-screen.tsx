import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { parseOrderAddress } from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import {
  BACK_TO_ORDERS,
  CHECKING,
  ORDER_FAILED,
  ORDER_MISSING,
  ORDER_MISSING_ADVICE,
  ORDER_TITLES,
  OWN_ORDERS_ADVICE,
  RECEIPT_ADVICE,
  SEE_PRICES,
  SIGN_IN,
  SIGN_IN_ADVICE,
} from '#src/application/payment/order-messages.ts'
import type { OrderLookup } from '#src/application/payment/orders.ts'
import { isOrderReference, type OrderKey } from '#src/domain/payment/order.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { ContactLink } from '#src/ui/parts/contact.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { FailedResource, hasFailed } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { OrderResult, ResultActions } from '#src/ui/payment/order-result.tsx'
import { usePayment } from '#src/ui/payment/use-payment.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { useSession } from '#src/ui/portal/use-session.ts'
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'

const OrderSkeleton = () => (
  <div className="grid justify-items-start gap-3 border-t-2 border-rule pt-3.5 max-sm:pt-5.5" aria-busy="true">
    <h1 className="sr-only">{CHECKING}</h1>
    <Skeleton width="w-40" height="h-7" />
    <Skeleton width="w-3/4" />
    <Skeleton width="w-40" height="h-7" />
  </div>
)

function OrderMissing() {
  const { session } = useSession()
  return (
    <Empty
      size="page"
      lead={ORDER_MISSING}
      rest={
        <>
          {ORDER_MISSING_ADVICE} {session ? OWN_ORDERS_ADVICE : SIGN_IN_ADVICE}
        </>
      }
    >
      <p className="text-sm text-muted">
        {RECEIPT_ADVICE} <ContactLink />.
      </p>
      <ResultActions>
        {session ? (
          <Link className={buttonClass({ variant: 'primary' })} href={SCREENS.payments.path}>
            {SCREENS.payments.title}
          </Link>
        ) : (
          <Link className={buttonClass({ variant: 'primary' })} href={SCREENS.login.path}>
            {SIGN_IN}
          </Link>
        )}
        <Link className={buttonClass({ variant: 'secondary' })} href={SCREENS.pricing.path}>
          {SEE_PRICES}
        </Link>
      </ResultActions>
    </Empty>
  )
}

const toTitle = (lookup: OrderLookup | null): string => {
  if (lookup === null) return CHECKING
  return lookup.order === null ? ORDER_MISSING : ORDER_TITLES[lookup.order.status]
}

interface Props {
  /** Null for an invalid address. Another order needs another React key. */
  readonly orderKey: OrderKey | null
  /** A link to the list of orders, above the result. */
  readonly children?: ReactNode
}

/** Verifies the session after an approved order: the payment extended the account (D79). */
function useSessionUpdate(lookup: OrderLookup | null) {
  const { verifySession } = usePortal()
  const isApproved = lookup?.order?.status === 'approved'
  useEffect(() => {
    if (isApproved) void verifySession()
  }, [isApproved, verifySession])
}

/** Loads an order and shows its result. A pending order is polled. */
function OrderScreen({ orderKey, children }: Props) {
  const { createOrder } = usePayment()
  const [source] = useState(() => createOrder(orderKey))
  const resource = useSelector(source, (state) => state)
  const lookup = resource.value
  useSessionUpdate(lookup)
  return (
    <Main title={toTitle(lookup)}>
      {lookup === null && !hasFailed(resource) && <OrderSkeleton />}
      {lookup === null && hasFailed(resource) && (
        <div className="pt-9 max-sm:pt-5.5">
          <h1 className="sr-only">{ORDER_FAILED}</h1>
          <FailedResource resource={resource} title={ORDER_FAILED} />
        </div>
      )}
      {lookup !== null && lookup.order === null && <OrderMissing />}
      {lookup?.order && (
        <OrderResult order={lookup.order} resource={resource} onCheck={resource.retry}>
          {children}
        </OrderResult>
      )}
    </Main>
  )
}

/** The page that a checkout returns to. Its address identifies the order. */
export function CheckoutReturn() {
  const query = useSearch()
  return <OrderScreen key={query} orderKey={parseOrderAddress(query)} />
}

/** One order of the signed-in client, with a receipt to print (D71). */
export function ClientOrder({ params }: ScreenProps) {
  const reference = (params['reference'] ?? '').toUpperCase()
  return (
    <OrderScreen key={reference} orderKey={isOrderReference(reference) ? { reference, access: null } : null}>
      <p className="mb-5 text-sm print:hidden">
        <Link href={SCREENS.payments.path}>{BACK_TO_ORDERS}</Link>
      </p>
    </OrderScreen>
  )
}
