import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'wouter'
import { formatPricingQuery } from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import {
  CHECK_NOW,
  NEXT_STEPS,
  NO_USER_STEP,
  OPEN_MARKET,
  OPEN_MARKET_STEP,
  ORDER_AGAIN_HINT,
  ORDER_TITLES,
  OTHER_CARD_HINT,
  orderText,
  PRINT_RECEIPT,
  pollFailedText,
  pollText,
  SAVE_LINK_STEP,
  SEE_PRICES,
  SIGN_IN,
  SIGN_IN_STEP,
  SUPPORT_STEP,
  TRY_AGAIN,
} from '#src/application/payment/order-messages.ts'
import { ORDER_POLL_SECONDS, type OrderViewState } from '#src/application/payment/order-view.ts'
import { termText } from '#src/application/payment/plan-messages.ts'
import { formatCount } from '#src/domain/money.ts'
import type { PaymentOrder } from '#src/domain/payment/order.ts'
import { findPlan } from '#src/domain/payment/plans.ts'
import { formatClock } from '#src/domain/text.ts'
import { ContactLink } from '#src/ui/parts/contact.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { isStale } from '#src/ui/parts/resource-view.tsx'
import { PaymentIcon, ResultDisc } from '#src/ui/payment/payment-icon.tsx'
import { Receipt } from '#src/ui/payment/receipt.tsx'
import { useSession } from '#src/ui/shell/use-session.ts'

interface OrderProps {
  readonly order: PaymentOrder
}

/** The heading of the result, and its explanation. A new status moves the focus to the heading. */
function ResultHead({ order }: OrderProps) {
  const { status } = order
  const { session } = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  const textId = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new status moves the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [status])
  return (
    <div className={`receipt-state ${status}`}>
      <ResultDisc status={status} />
      <div>
        <h1 ref={heading} tabIndex={-1} aria-describedby={textId}>
          {ORDER_TITLES[status]}
        </h1>
        <p id={textId}>{orderText(order, session !== null)}</p>
      </div>
    </div>
  )
}

function ApprovedOrder({ order }: OrderProps) {
  const { session } = useSession()
  return (
    <>
      <p className="fig receipt-total">
        <span className="fig-currency">$</span>
        {formatCount(order.total)}
      </p>
      <p className="receipt-for">{termText(findPlan(order.plan).months)}</p>
      <div className="receipt-actions">
        {session ? (
          <Link className="btn pri" href={SCREENS.dashboard.path}>
            {OPEN_MARKET}
          </Link>
        ) : (
          <Link className="btn pri" href={SCREENS.login.path}>
            {SIGN_IN}
          </Link>
        )}
        <button type="button" className="btn sec" onClick={() => print()}>
          <PaymentIcon name="print" />
          {PRINT_RECEIPT}
        </button>
      </div>
    </>
  )
}

interface PendingProps {
  readonly state: OrderViewState
  readonly onCheck: () => void
}

function PendingOrder({ state: { resource, checkedAt }, onCheck }: PendingProps) {
  const checkTime = formatClock(checkedAt)
  return (
    <>
      <p className="receipt-poll">
        <span className="live late multiline">
          {isStale(resource) ? pollFailedText(checkTime) : pollText(ORDER_POLL_SECONDS, checkTime)}
        </span>
      </p>
      <div className="receipt-actions">
        <button type="button" className="btn sec" aria-busy={resource.loading} onClick={onCheck}>
          <Icon name="retry" />
          {CHECK_NOW}
        </button>
      </div>
    </>
  )
}

/** The hint and the links for an order that was not paid. */
const UnpaidOrder = ({ order }: OrderProps) => (
  <>
    <p className="receipt-hint">{order.status === 'rejected' ? OTHER_CARD_HINT : ORDER_AGAIN_HINT}</p>
    <div className="receipt-actions">
      <Link className="btn pri" href={`${SCREENS.pricing.path}?${formatPricingQuery(order.plan)}`}>
        {TRY_AGAIN}
      </Link>
      <Link className="btn sec" href={SCREENS.pricing.path}>
        {SEE_PRICES}
      </Link>
    </div>
  </>
)

function NextSteps() {
  const { session } = useSession()
  return (
    <section className="panel print:hidden" aria-label={NEXT_STEPS}>
      <div className="panel-head">
        <h2>{NEXT_STEPS}</h2>
      </div>
      <ul className="receipt-next">
        <li>
          <Icon name="line" />
          <span>{session ? OPEN_MARKET_STEP : SIGN_IN_STEP}</span>
        </li>
        {!session && (
          <>
            <li>
              <PaymentIcon name="person" />
              <span>
                {NO_USER_STEP} <Link href={SCREENS.registration.path}>Registro demo</Link>.
              </span>
            </li>
            <li>
              <PaymentIcon name="link" />
              <span>{SAVE_LINK_STEP}</span>
            </li>
          </>
        )}
        <li>
          <PaymentIcon name="mail" />
          <span>
            {SUPPORT_STEP} <ContactLink />.
          </span>
        </li>
      </ul>
    </section>
  )
}

interface Props extends OrderProps, PendingProps {
  /** A link to the list of orders, above the result. */
  readonly children?: ReactNode
}

/** The result of a payment: its status, the next action and the receipt. */
export const OrderResult = ({ order, children, ...pending }: Props) => (
  <div className="receipt">
    {children}
    <div className="grid12 receipt-grid">
      <div>
        <ResultHead order={order} />
        {order.status === 'approved' && <ApprovedOrder order={order} />}
        {order.status === 'pending' && <PendingOrder {...pending} />}
        {(order.status === 'rejected' || order.status === 'expired') && <UnpaidOrder order={order} />}
      </div>
      <Receipt order={order} />
      {order.status === 'approved' && <NextSteps />}
    </div>
  </div>
)
