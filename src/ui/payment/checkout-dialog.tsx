import { useSelector } from '@xstate/react'
import { useEffect, useId, useState } from 'react'
import { Link } from 'wouter'
import type { CheckoutFlow, CheckoutState } from '#src/application/payment/checkout.ts'
import {
  ACCOUNT_HINT,
  BLOCKED,
  BLOCKED_ADVICE,
  CANCEL,
  CHECKING_ADVICE,
  CHECKING_PAYMENT,
  CONTINUE,
  checkoutTitle,
  EMAIL_HINT,
  EMAIL_LABEL,
  OPENING,
  PAYING,
  PAYING_ADVICE,
  planDetail,
  RETRY,
  SECURE_NOTE,
  SEE_ORDER,
  UNAVAILABLE,
  UNAVAILABLE_ADVICE,
} from '#src/application/payment/checkout-messages.ts'
import { RECEIPT_TITLES } from '#src/application/payment/order-messages.ts'
import { TOTAL_TO_PAY } from '#src/application/payment/plan-messages.ts'
import { formatCount } from '#src/domain/money.ts'
import type { Plan } from '#src/domain/payment/plans.ts'
import { HumanCheckBox } from '#src/ui/auth/human-check.tsx'
import { Button, buttonClass } from '#src/ui/parts/button.tsx'
import { ContactLink } from '#src/ui/parts/contact.tsx'
import { CloseButton, Dialog } from '#src/ui/parts/dialog.tsx'
import { CurrencySign, Unit } from '#src/ui/parts/figures.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Pairs, PairsTotal } from '#src/ui/parts/pairs.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'
import { PriceParts } from '#src/ui/payment/plan-cards.tsx'
import { usePayment } from '#src/ui/payment/use-payment.ts'

interface PlanProps {
  readonly plan: Plan
}

/** The days that the payment adds, before it is made. */
function TermPair({ plan }: PlanProps) {
  const { createTermPreview } = usePayment()
  const [view] = useState(() => createTermPreview(plan))
  const { text } = useSelector(view, (state) => state)
  return (
    <div>
      <dt className="shrink-0">{RECEIPT_TITLES.term}</dt>
      <dd>{text ?? <Skeleton width="w-40" />}</dd>
    </div>
  )
}

const PlanTotal = ({ plan }: PlanProps) => (
  <div className="border-t-2 border-rule">
    <Pairs>
      <div>
        <dt>Plan</dt>
        <dd>{planDetail(plan)}</dd>
      </div>
      <TermPair plan={plan} />
      <PriceParts plan={plan} />
    </Pairs>
    <PairsTotal name={TOTAL_TO_PAY}>
      <CurrencySign />
      {formatCount(plan.total)}
      <Unit text="COP" />
    </PairsTotal>
  </div>
)

interface FailureProps extends CheckoutState {
  /** True while a human check is missing. */
  readonly isBlocked: boolean
  /** Id of the text that explains why. */
  readonly hintId: string
  /** Id of the form that the retry button submits. */
  readonly formId: string
}

/** Explains why the payment did not start. */
function CheckoutFailure({ failure, step, formId, isBlocked, hintId }: FailureProps) {
  const retryButton = (
    <Button type="submit" form={formId} variant="secondary" size="small" disabled={isBlocked} aria-describedby={hintId}>
      {RETRY}
    </Button>
  )
  if (step === 'unavailable') {
    return (
      <Notice icon="warning" tone="err" lead={UNAVAILABLE}>
        {UNAVAILABLE_ADVICE} <ContactLink />.
      </Notice>
    )
  }
  if (step === 'blocked') {
    return (
      <Notice icon="warning" tone="err" lead={BLOCKED} action={retryButton}>
        {BLOCKED_ADVICE} <ContactLink />.
      </Notice>
    )
  }
  return (
    failure !== null && (
      <Notice icon="warning" tone="err" lead={failure.lead} action={retryButton}>
        {failure.text}
      </Notice>
    )
  )
}

interface PayingNoticeProps {
  readonly isChecking: boolean
  readonly orderAddress: string
  readonly onCancel: () => void
}

/**
 * Shown behind the provider's window, which may close without a message to the portal, and while a
 * confirmation may still arrive.
 */
const PayingNotice = ({ isChecking, orderAddress, onCancel }: PayingNoticeProps) => (
  <div className="mt-5">
    <Notice
      icon="info"
      tone="info"
      lead={isChecking ? CHECKING_PAYMENT : PAYING}
      action={
        <>
          <Link className={buttonClass({ variant: 'secondary', size: 'small' })} href={orderAddress}>
            {SEE_ORDER}
          </Link>
          <Button variant="text" size="small" onClick={onCancel}>
            {CANCEL}
          </Button>
        </>
      }
    >
      {isChecking ? CHECKING_ADVICE : PAYING_ADVICE}
    </Notice>
  </div>
)

/** The end of the checkout. After an attempt to pay, only the page of the order has the result. */
export type CheckoutEnd =
  | { readonly kind: 'cancelled' | 'unpaid' }
  | { readonly kind: 'attempted'; readonly orderAddress: string }

interface Props {
  readonly plan: Plan
  readonly onEnd: (end: CheckoutEnd) => void
}

/**
 * Opens the provider's window and calls `onEnd` when the checkout ends. The window opens after the
 * dialog closes: an open dialog would trap the focus.
 */
function useCheckoutSteps(flow: CheckoutFlow, onEnd: Props['onEnd']): CheckoutState {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { step, orderAddress } = state
  useEffect(() => {
    if (step === 'ready') flow.openWindow()
    if (step === 'closed') onEnd({ kind: 'unpaid' })
    if (step === 'attempted' && orderAddress !== null) onEnd({ kind: 'attempted', orderAddress })
  }, [step, orderAddress, flow, onEnd])
  return state
}

/** The steps that the page shows without the dialog. */
const STEPS_ON_PAGE: readonly CheckoutState['step'][] = ['ready', 'paying', 'checking']

interface FormProps {
  readonly plan: Plan
  readonly flow: CheckoutFlow
  readonly state: CheckoutState
  readonly cancel: () => void
}

/** The form for the receipt's mail address. It creates the order and starts the payment. */
function OrderForm({ plan, flow, state, cancel }: FormProps) {
  const { step, isLocked } = state
  const { form, field, onSubmit } = useValidatedForm(flow, { email: flow.knownEmail })
  const formId = useId()
  const hintId = useId()
  const isOpening = step === 'opening'
  const needsCheck = flow.needsHumanCheck(form.watch())
  const isBlocked = needsCheck && !state.canSubmit && !isOpening
  // After an order failed, its button has the focus, which a disabled button loses.
  const keepsFocus = state.failure !== null
  return (
    <Dialog
      title={checkoutTitle(plan)}
      onClose={cancel}
      dirty={form.formState.isDirty && !isOpening}
      size="form"
      hint={isOpening ? OPENING : SECURE_NOTE}
      actions={
        <>
          <CloseButton>{CANCEL}</CloseButton>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            aria-busy={isOpening}
            aria-disabled={isOpening || isBlocked}
            aria-describedby={hintId}
            disabled={isBlocked && !keepsFocus}
          >
            {CONTINUE}
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-5 pt-1.5" aria-busy={isOpening} noValidate onSubmit={onSubmit(flow.submit)}>
        <CheckoutFailure {...state} formId={formId} isBlocked={isBlocked} hintId={hintId} />
        <TextField
          type="email"
          label={EMAIL_LABEL}
          autoComplete="email"
          readOnly={isOpening || isLocked}
          hint={flow.knownEmail === '' ? EMAIL_HINT : ACCOUNT_HINT}
          {...field('email')}
        />
        <PlanTotal plan={plan} />
        {needsCheck && step !== 'unavailable' && <HumanCheckBox check={state.check} actions={flow.humanCheck} />}
        <p className="-mt-3 min-h-4 text-xs text-muted" id={hintId} role="status">
          {needsCheck && state.hint}
        </p>
      </form>
    </Dialog>
  )
}

/** The form, then the notice of the payment. The live region exists before the notice. */
export function CheckoutDialog({ plan, onEnd }: Props) {
  const { createCheckout } = usePayment()
  const [flow] = useState(() => createCheckout(plan))
  const state = useCheckoutSteps(flow, onEnd)
  const { step, orderAddress } = state
  const cancel = () => onEnd({ kind: 'cancelled' })
  const isOnPage = STEPS_ON_PAGE.includes(step) && orderAddress !== null
  return (
    <>
      <div role="status">
        {isOnPage && <PayingNotice isChecking={step === 'checking'} orderAddress={orderAddress} onCancel={cancel} />}
      </div>
      {!isOnPage && <OrderForm plan={plan} flow={flow} state={state} cancel={cancel} />}
    </>
  )
}
