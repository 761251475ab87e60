import { useSelector } from '@xstate/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { PROCESSING, PROCESSING_TITLE, SEE_REQUESTS } from '#src/application/imc/messages.ts'
import {
  BACK_TO_ORDER,
  CONFIRM_ORDER,
  LEAVE_ORDER,
  ORDER_INTRO,
  ORDER_NOTE,
  ORDER_TITLE,
  type OrderState,
  REVIEW_INTRO,
} from '#src/application/imc/packages/order.ts'
import { DEFAULT_QUANTITY } from '#src/domain/imc/packages/package-order.ts'
import { OrderForm } from '#src/ui/imc/packages/order-form.tsx'
import { OrderReviewStep } from '#src/ui/imc/packages/order-review.tsx'
import { useImc } from '#src/ui/imc/use-imc.ts'
import { Button, onSingleClick } from '#src/ui/parts/button.tsx'
import { CloseButton, Dialog } from '#src/ui/parts/dialog.tsx'
import { useErrorFocus } from '#src/ui/parts/use-error-focus.ts'

interface ActionsProps {
  readonly state: OrderState
  readonly mainButton: RefObject<HTMLButtonElement | null>
  readonly onSeeRequests: () => void
  readonly onBack: () => void
  readonly onSubmit: () => void
  readonly onConfirm: () => void
}

function Actions({ state, mainButton, onSeeRequests, onBack, onSubmit, onConfirm }: ActionsProps) {
  const { review, sending, mayExist, submitText } = state
  const [mainText, press] = review === null ? [submitText, onSubmit] : [CONFIRM_ORDER, onConfirm]
  return (
    <>
      {review === null ? (
        <CloseButton>{LEAVE_ORDER}</CloseButton>
      ) : (
        <Button variant="secondary" aria-disabled={sending} onClick={sending ? undefined : onSingleClick(onBack)}>
          {BACK_TO_ORDER}
        </Button>
      )}
      {mayExist && !sending && (
        <Button variant="secondary" onClick={onSeeRequests}>
          {SEE_REQUESTS}
        </Button>
      )}
      <Button
        ref={mainButton}
        variant="primary"
        className="max-sm:py-2 max-sm:leading-5 max-sm:whitespace-normal"
        aria-busy={sending}
        onClick={sending ? undefined : onSingleClick(press)}
      >
        {mainText}
      </Button>
    </>
  )
}

interface Props {
  readonly onClose: () => void
  /** Called after the order is accepted, or when the user looks for an order that may exist. */
  readonly onSent: () => void
}

/** The dialog 'Solicitar Paquete' (§2.5, D33), with its review (D99). */
export function OrderDialog({ onClose, onSent }: Props) {
  const { createOrder } = useImc()
  const [view] = useState(() => createOrder())
  const state = useSelector(view, (state) => state)
  const form = useRef<HTMLDivElement>(null)
  const mainButton = useRef<HTMLButtonElement>(null)
  const focusFirstError = useErrorFocus()
  const { sent, sending, review } = state

  useEffect(() => {
    if (sent) onSent()
  }, [sent, onSent])

  function submit() {
    view.submit()
    focusFirstError(form.current)
  }

  return (
    <Dialog
      title={ORDER_TITLE}
      context={review === null ? ORDER_INTRO : REVIEW_INTRO}
      onClose={onClose}
      dirty={state.chosenOffer !== null || state.quantity !== DEFAULT_QUANTITY}
      busy={sending}
      hint={sending ? `${PROCESSING_TITLE} ${PROCESSING}` : ORDER_NOTE}
      actions={
        <Actions
          state={state}
          mainButton={mainButton}
          onSeeRequests={onSent}
          onBack={view.back}
          onSubmit={submit}
          onConfirm={view.confirm}
        />
      }
    >
      {review === null ? (
        <OrderForm view={view} state={state} form={form} />
      ) : (
        <OrderReviewStep review={review} returnFocus={mainButton} />
      )}
    </Dialog>
  )
}
