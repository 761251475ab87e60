import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'wouter'
import { formatPricingQuery } from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import {
  BOGOTA_TIME,
  CHECK_NOW,
  NEXT_STEPS,
  NO_USER_STEP,
  OPEN_MARKET,
  OPEN_MARKET_STEP,
  ORDER,
  ORDER_AGAIN_HINT,
  ORDER_TITLES,
  OTHER_CARD_HINT,
  orderText,
  orderTime,
  PRINT_RECEIPT,
  planLine,
  pollFailedText,
  pollText,
  RECEIPT,
  RECEIPT_TITLES,
  SAVE_LINK_STEP,
  SEE_PRICES,
  SIGN_IN,
  SIGN_IN_STEP,
  SUPPORT_STEP,
  TOTAL_TITLES,
  TRY_AGAIN,
  termDatesText,
} from '#src/application/payment/order-messages.ts'
import { ORDER_POLL_SECONDS, type OrderLookup } from '#src/application/payment/orders.ts'
import { BASE, TAX_NAME, termText } from '#src/application/payment/plan-messages.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import { formatCopTotal, formatCount } from '#src/domain/money.ts'
import { authorizationText, cardText, type OrderStatus, type PaymentOrder } from '#src/domain/payment/order.ts'
import { findPlan } from '#src/domain/payment/plans.ts'
import { formatClock } from '#src/domain/text.ts'
import { Button, buttonClass } from '#src/ui/parts/button.tsx'
import { ContactLink } from '#src/ui/parts/contact.tsx'
import { CurrencySign, Figure } from '#src/ui/parts/figures.tsx'
import { Icon, IconDrawing } from '#src/ui/parts/icon.tsx'
import { Panel, PanelHead, Region } from '#src/ui/parts/panel.tsx'
import { StateLine } from '#src/ui/parts/state-line.tsx'
import { useSession } from '#src/ui/portal/use-session.ts'

const ICON_PATHS = {
  print: 'M4 6V2h8v4M4 11.5H2V6h12v5.5h-2M4 9.5h8V14H4z',
  person: 'M8 2.5a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4M2.8 14c.4-3 2.4-4.5 5.2-4.5s4.8 1.5 5.2 4.5',
  link: 'M6.5 9.5l3-3M7.5 4.5l1.6-1.6a2.8 2.8 0 0 1 4 4L11.5 8.5M8.5 11.5l-1.6 1.6a2.8 2.8 0 0 1-4-4L4.5 7.5',
  mail: 'M1.5 3.5h13v9h-13zM2 4l6 5 6-5',
} as const

/** An icon that only the screens of payment use. */
const PaymentIcon = ({ name }: { readonly name: keyof typeof ICON_PATHS }) => <IconDrawing path={ICON_PATHS[name]} />

const CHECK_MARK = 'm2.9 5.2 1.5 1.5 2.8-3'
const CROSS = 'm3.4 3.4 3.2 3.2m0-3.2-3.2 3.2'

const DISC_TONES: Readonly<Record<OrderStatus, string>> = {
  approved: 'text-success',
  pending: 'text-warning',
  rejected: 'text-danger',
  expired: 'text-muted',
}

/** The disc of a status, readable without colour: half-filled, clock, check mark or cross. */
const ResultDisc = ({ status }: { readonly status: OrderStatus }) => (
  <svg className={`mt-px size-8.5 ${DISC_TONES[status]}`} viewBox="0 0 10 10" aria-hidden="true">
    {status === 'pending' && (
      <>
        <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" />
        <path d="M5 1a4 4 0 0 1 0 8z" fill="currentColor" />
      </>
    )}
    {status === 'expired' && (
      <>
        <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" />
        <path d="M5 2.6V5l1.7 1.2" fill="none" stroke="currentColor" />
      </>
    )}
    {(status === 'approved' || status === 'rejected') && (
      <>
        <circle cx="5" cy="5" r="4.5" fill="currentColor" />
        <path
          className="fill-none stroke-surface"
          strokeWidth="1.1"
          strokeLinecap="square"
          d={status === 'approved' ? CHECK_MARK : CROSS}
        />
      </>
    )}
  </svg>
)

interface ChildrenProps {
  readonly children: ReactNode
}

/** The buttons under a result. */
export const ResultActions = ({ children }: ChildrenProps) => (
  <div className="mt-5.5 flex flex-wrap gap-2.5 max-sm:*:grow max-sm:*:basis-full">{children}</div>
)

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
    <div className="grid grid-cols-[34px_minmax(0,1fr)] items-start gap-x-4">
      <ResultDisc status={status} />
      <div>
        <h1 ref={heading} className="focus:outline-none" tabIndex={-1} aria-describedby={textId}>
          {ORDER_TITLES[status]}
        </h1>
        <p id={textId} className="mt-1 max-w-[52ch] wrap-anywhere text-ink-soft">
          {orderText(order, session !== null)}
        </p>
      </div>
    </div>
  )
}

function ApprovedOrder({ order }: OrderProps) {
  const { session } = useSession()
  return (
    <>
      <Figure as="p" size="custom" className="mt-6.5 mb-1 text-[min(clamp(2.75rem,2rem+1.9vw,3.5rem),20vw)]/none">
        <CurrencySign />
        {formatCount(order.total)}
      </Figure>
      <p className="text-sm text-muted">{termText(findPlan(order.plan).months)}</p>
      <ResultActions>
        {session ? (
          <Link className={buttonClass({ variant: 'primary' })} href={SCREENS.dashboard.path}>
            {OPEN_MARKET}
          </Link>
        ) : (
          <Link className={buttonClass({ variant: 'primary' })} href={SCREENS.login.path}>
            {SIGN_IN}
          </Link>
        )}
        <Button variant="secondary" onClick={() => print()}>
          <PaymentIcon name="print" />
          {PRINT_RECEIPT}
        </Button>
      </ResultActions>
    </>
  )
}

interface PendingProps {
  readonly resource: ResourceState<OrderLookup>
  readonly onCheck: () => void
}

function PendingOrder({ resource, onCheck }: PendingProps) {
  const checkTime = formatClock(resource.updatedAt)
  return (
    <>
      <p className="mt-4.5">
        <StateLine as="span" tone="late" wraps="below">
          {resource.stale ? pollFailedText(checkTime) : pollText(ORDER_POLL_SECONDS, checkTime)}
        </StateLine>
      </p>
      <ResultActions>
        <Button variant="secondary" aria-busy={resource.loading} onClick={onCheck}>
          <Icon name="retry" />
          {CHECK_NOW}
        </Button>
      </ResultActions>
    </>
  )
}

/** The hint and the links for an order that was not paid. */
const UnpaidOrder = ({ order }: OrderProps) => (
  <>
    <p className="mt-4.5 text-sm text-muted">{order.status === 'rejected' ? OTHER_CARD_HINT : ORDER_AGAIN_HINT}</p>
    <ResultActions>
      <Link
        className={buttonClass({ variant: 'primary' })}
        href={`${SCREENS.pricing.path}?${formatPricingQuery(order.plan)}`}
      >
        {TRY_AGAIN}
      </Link>
      <Link className={buttonClass({ variant: 'secondary' })} href={SCREENS.pricing.path}>
        {SEE_PRICES}
      </Link>
    </ResultActions>
  </>
)

type Line = readonly [title: string, text: ReactNode]

/** Returns the lines of a receipt. Omits the values that the provider did not send. */
function toLines(order: PaymentOrder): readonly Line[] {
  const { reference, at, plan, term, card, authorization, base, tax, status, total } = order
  const paymentLines: readonly (Line | null)[] = [
    term && [RECEIPT_TITLES.term, termDatesText(term)],
    card === null ? null : [RECEIPT_TITLES.card, cardText(card)],
    authorization === null ? null : [RECEIPT_TITLES.authorization, authorizationText(authorization)],
    [BASE, formatCopTotal(base)],
    [TAX_NAME, formatCopTotal(tax)],
  ]
  return [
    [RECEIPT_TITLES.reference, reference],
    ...(at === null ? [] : [[RECEIPT_TITLES.at, orderTime(at)] as const]),
    [RECEIPT_TITLES.plan, planLine(plan)],
    ...(status === 'approved' ? paymentLines.filter((line) => line !== null) : []),
    [TOTAL_TITLES[status], formatCopTotal(total)],
  ]
}

/** The receipt of an approved order, or the details of an order that is not approved. */
const Receipt = ({ order }: { readonly order: PaymentOrder }) => (
  <Panel
    name={order.status === 'approved' ? RECEIPT : ORDER}
    meta={BOGOTA_TIME}
    busy={false}
    stale={false}
    className="last:self-start md:col-[8/-1] md:row-[1/span_2]"
  >
    <dl>
      {toLines(order).map(([title, text]) => (
        <div
          key={title}
          className="group flex justify-between gap-4 border-t border-line py-2.25 text-sm first:border-t-0 last:border-rule last:font-650"
        >
          <dt className="text-ink-soft group-last:text-ink">{title}</dt>
          <dd className="text-right wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  </Panel>
)

const NextStep = ({ children }: ChildrenProps) => (
  <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-3 border-t border-line py-2.75 text-sm first:border-t-0 [&>svg]:mt-0.5 [&>svg]:text-muted">
    {children}
  </li>
)

function NextSteps() {
  const { session } = useSession()
  return (
    <Region className="self-start md:col-[1/span_6] print:hidden" aria-label={NEXT_STEPS}>
      <PanelHead title={NEXT_STEPS} />
      <ul>
        <NextStep>
          <Icon name="line" />
          <span>{session ? OPEN_MARKET_STEP : SIGN_IN_STEP}</span>
        </NextStep>
        {!session && (
          <>
            <NextStep>
              <PaymentIcon name="person" />
              <span>
                {NO_USER_STEP} <Link href={SCREENS.registration.path}>Registro demo</Link>.
              </span>
            </NextStep>
            <NextStep>
              <PaymentIcon name="link" />
              <span>{SAVE_LINK_STEP}</span>
            </NextStep>
          </>
        )}
        <NextStep>
          <PaymentIcon name="mail" />
          <span>
            {SUPPORT_STEP} <ContactLink />.
          </span>
        </NextStep>
      </ul>
    </Region>
  )
}

interface Props extends OrderProps, PendingProps {
  /** A link to the list of orders, above the result. */
  readonly children?: ReactNode
}

/** The result of a payment: its status, the next action and the receipt. */
export const OrderResult = ({ order, children, ...pending }: Props) => (
  <div className="pt-9 max-sm:pt-5.5">
    {children}
    <div className="grid12 md:grid-rows-[auto_1fr] md:gap-y-9">
      <div className="md:col-[1/span_6]">
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
