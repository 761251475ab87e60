import { Suspense, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  CLOSED_UNPAID_QUERY,
  formatPricingQuery,
  NO_CHOICE,
  parsePricingQuery,
} from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { BLOCKED, BLOCKED_ADVICE, OPENING, RETRY } from '#src/application/payment/checkout-messages.ts'
import {
  CLOSED_UNPAID,
  IF_PAID,
  INCLUDED,
  INCLUDED_LIST,
  NO_SCRIPT,
  PAYMENT_NOTE,
  PRICING_INTRO,
  PRICING_TITLE,
} from '#src/application/payment/plan-messages.ts'
import type { Plan } from '#src/domain/payment/plans.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { ContactLink } from '#src/ui/parts/contact.tsx'
import { ErrorBoundary } from '#src/ui/parts/error-boundary.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Note } from '#src/ui/parts/note.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { PanelHead, Region } from '#src/ui/parts/panel.tsx'
import { CheckoutDialog, type CheckoutEnd } from '#src/ui/payment/checkout-dialog.tsx'
import { MonthlyCosts, PlanCards } from '#src/ui/payment/plan-cards.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'

const Included = () => (
  <Region aria-label={INCLUDED}>
    <PanelHead title={INCLUDED} />
    <ul>
      {INCLUDED_LIST.map((text) => (
        <li
          key={text}
          className="grid grid-cols-[16px_1fr] items-center gap-2.5 border-t border-line py-2.25 text-sm first:border-t-0"
        >
          <Icon name="check" className="text-success" />
          {text}
        </li>
      ))}
    </ul>
  </Region>
)

interface CheckoutProps {
  readonly plan: Plan
  readonly onEnd: (end: CheckoutEnd) => void
}

const OpeningNote = () => <Note className="mt-5">{OPENING}</Note>

/** The dialog of a payment, or a notice if the use-cases of the payment failed to load. */
function Checkout(props: CheckoutProps) {
  const { logError } = usePortal()
  const renderRetryButton = (retry: () => void) => (
    <Button variant="secondary" size="small" onClick={retry}>
      {RETRY}
    </Button>
  )
  return (
    <ErrorBoundary
      onError={logError}
      fallback={(retry) => (
        <div className="mt-5">
          <Notice icon="warning" tone="err" lead={BLOCKED} action={renderRetryButton(retry)}>
            {BLOCKED_ADVICE} <ContactLink />.
          </Notice>
        </div>
      )}
    >
      {/* The dialog suspends while the use-cases of the payment load again after a failure. */}
      <Suspense fallback={<OpeningNote />}>
        <CheckoutDialog {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

/**
 * Prepares the checkout while the user reads the plans. The preparation reloads a document that was
 * loaded for another page: its content security policy forbids the checkout's script. Returns true
 * after the preparation, also after a failed one; the payment then shows the failure.
 */
function useCheckoutPreparation(): boolean {
  const { loadPayment } = usePortal()
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const allowPayment = () => {
      if (!controller.signal.aborted) setReady(true)
    }
    loadPayment()
      .then(({ prepareCheckout }) => prepareCheckout(controller.signal))
      .then(allowPayment, allowPayment)
    return () => controller.abort()
  }, [loadPayment])
  return isReady
}

function toEndAddress(end: CheckoutEnd): string {
  if (end.kind === 'attempted') return end.orderAddress
  return end.kind === 'unpaid' ? `${SCREENS.pricing.path}?${CLOSED_UNPAID_QUERY}` : SCREENS.pricing.path
}

/** Reads and writes the chosen plan, and a checkout that closed unpaid, in the address. */
function usePricingQuery() {
  const query = useSearch()
  const isHydrated = useHydrated()
  const [, navigate] = useLocation()
  return {
    ...(isHydrated ? parsePricingQuery(query) : NO_CHOICE),
    choosePlan: ({ id }: Plan) => navigate(`${SCREENS.pricing.path}?${formatPricingQuery(id)}`),
    endCheckout: (end: CheckoutEnd) => navigate(toEndAddress(end), { replace: true }),
  }
}

/** The plans of the data service and the start of their payment (§2.4). */
export function Pricing() {
  const { plan, isClosedUnpaid, choosePlan, endCheckout } = usePricingQuery()
  const isReady = useCheckoutPreparation()
  return (
    <Main title={SCREENS.pricing.title}>
      <div className="pt-9 max-sm:pt-5.5">
        <div className="grid gap-2">
          <h1>{PRICING_TITLE}</h1>
          <p className="text-ink-soft">{PRICING_INTRO}</p>
        </div>
        <div role="status">
          {isClosedUnpaid && (
            <div className="mt-5">
              <Notice icon="info" tone="info" lead={CLOSED_UNPAID}>
                {IF_PAID}
              </Notice>
            </div>
          )}
        </div>
        {plan && (isReady ? <Checkout key={plan.id} plan={plan} onEnd={endCheckout} /> : <OpeningNote />)}
        <noscript>
          <Note className="mt-5">
            <span>
              {NO_SCRIPT} <ContactLink />.
            </span>
          </Note>
        </noscript>
        <PlanCards onPay={choosePlan} />
        <div className="mt-13 grid grid-cols-1 gap-x-grid gap-y-9 md:grid-cols-3">
          <MonthlyCosts />
          <Included />
        </div>
        <Note icon="info" className="mt-7">
          {PAYMENT_NOTE}
        </Note>
      </div>
    </Main>
  )
}
