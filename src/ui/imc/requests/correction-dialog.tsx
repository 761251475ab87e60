import { useSelector } from '@xstate/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { REFUSED_TITLE, SEE_REQUESTS } from '#src/application/imc/messages.ts'
import { BACK_TO_ORDER, CONFIRM_ORDER } from '#src/application/imc/packages/order.ts'
import {
  CORRECT,
  CORRECTION_FAILED,
  type CorrectionDocument,
  type CorrectionState,
  correctionContext,
  RESEND,
  resentText,
  seeCorrectionText,
} from '#src/application/imc/requests/correction.ts'
import type { RequirementState } from '#src/application/imc/requests/documents.ts'
import { CANCEL } from '#src/application/imc/screens/request-form-messages.ts'
import { toRequestAddress } from '#src/application/navigation/query.ts'
import { ErrorDialog } from '#src/ui/imc/error-dialog.tsx'
import { toListFailure } from '#src/ui/imc/list-panel.tsx'
import { OrderReviewStep } from '#src/ui/imc/packages/order-review.tsx'
import { CorrectionForm } from '#src/ui/imc/requests/correction-form.tsx'
import { ProcessingDialog } from '#src/ui/imc/screens/request-dialog.tsx'
import { useImc } from '#src/ui/imc/use-imc.ts'
import { Button, buttonClass, onSingleClick } from '#src/ui/parts/button.tsx'
import { CloseButton, Dialog } from '#src/ui/parts/dialog.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Failed } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { useErrorFocus } from '#src/ui/parts/use-error-focus.ts'

const LoadingForm = () => (
  <div className="grid gap-7 py-4" aria-hidden="true">
    <Skeleton width="w-3/4" />
    <Skeleton width="w-40" />
  </div>
)

/** The documents as the dialog of the progress shows them: a kept file is uploaded. */
const toProgress = ({ id, name, document }: CorrectionDocument): RequirementState => ({
  id,
  name,
  document: document.kind === 'stored' ? { kind: 'uploaded', name: document.name } : document,
})

const toContext = ({ detail: { value } }: CorrectionState) => (value ? correctionContext(value.reference) : '')

const toHint = ({ receipt, step }: CorrectionState) =>
  receipt !== null && step !== 'sending' ? resentText(receipt.reference) : ''

interface Props {
  readonly requestId: string
  readonly onClose: () => void
  /** Called when the loaded requests may be outdated. */
  readonly onChange: () => void
  /** Called with the new request: after all files, or when the user closes before. */
  readonly onSent: (requestId: string) => void
}

/** The dialog over the form: the progress, or the failure. */
function NextDialog({
  state,
  form,
}: {
  readonly state: CorrectionState
  readonly form: RefObject<HTMLElement | null>
}) {
  if (state.step === 'sending') return <ProcessingDialog requirements={state.documents.map(toProgress)} />
  return state.failure !== null && <ErrorDialog message={state.failure} form={form} />
}

/** Why the correction was refused, and the request of who was first. */
const Notices = ({ state, onFollow }: { readonly state: CorrectionState; readonly onFollow: () => void }) => (
  <>
    {state.failure !== null && (
      <div className="mb-3.5">
        <Notice icon="warning" tone="err" lead={REFUSED_TITLE} announced={false}>
          {state.failure}
        </Notice>
      </div>
    )}
    {state.earlier !== null && (
      <Link
        className={`${buttonClass({ variant: 'primary', size: 'small' })} mb-3.5`}
        href={toRequestAddress(state.earlier.id)}
        onClick={onFollow}
      >
        {seeCorrectionText(state.earlier.reference)}
      </Link>
    )}
    {state.error?.field === 'unchanged' && (
      <div className="mb-3.5">
        <Notice icon="warning" tone="err" lead={state.error.text} />
      </div>
    )}
  </>
)

interface ReviewActionsProps {
  readonly isSending: boolean
  readonly onBack: () => void
  readonly onConfirm: () => void
}

const ReviewActions = ({ isSending, onBack, onConfirm }: ReviewActionsProps) => (
  <>
    <Button variant="secondary" aria-disabled={isSending} onClick={isSending ? undefined : onSingleClick(onBack)}>
      {BACK_TO_ORDER}
    </Button>
    <Button variant="primary" aria-busy={isSending} onClick={isSending ? undefined : onSingleClick(onConfirm)}>
      {CONFIRM_ORDER}
    </Button>
  </>
)

interface ActionsProps {
  readonly state: CorrectionState
  readonly mainButton: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
  readonly onSeeRequests: () => void
  readonly onSubmit: () => void
}

const Actions = ({ state, mainButton, onClose, onSeeRequests, onSubmit }: ActionsProps) => {
  const { step, receipt, mayExist, earlier } = state
  const isSending = step === 'sending'
  return (
    <>
      {receipt === null ? (
        <CloseButton>{CANCEL}</CloseButton>
      ) : (
        <Button variant="secondary" aria-disabled={isSending} onClick={isSending ? undefined : onClose}>
          Cerrar
        </Button>
      )}
      {mayExist && (
        <Button variant="secondary" onClick={onSeeRequests}>
          {SEE_REQUESTS}
        </Button>
      )}
      {receipt === null && earlier === null && (
        <Button
          ref={mainButton}
          variant="primary"
          aria-busy={isSending}
          onClick={isSending ? undefined : onSingleClick(onSubmit)}
        >
          {RESEND}
        </Button>
      )}
    </>
  )
}

/** The dialog 'Corregir y reenviar': all that was sent, where only what was wrong changes (D90). */
export function CorrectionDialog({ requestId, onClose, onChange, onSent }: Props) {
  const { createCorrection } = useImc()
  const [view] = useState(() => createCorrection(requestId, onChange))
  const state = useSelector(view, (state) => state)
  const { detail, step, receipt, review } = state
  const body = useRef<HTMLDivElement>(null)
  const mainButton = useRef<HTMLButtonElement>(null)
  const focusFirstError = useErrorFocus()
  const isSending = step === 'sending'
  const sentId = step === 'done' ? (receipt?.id ?? null) : null
  const close = receipt === null ? onClose : () => onSent(receipt.id)
  const loadFailure = toListFailure(detail, CORRECTION_FAILED)

  useEffect(() => {
    if (sentId !== null) onSent(sentId)
  }, [sentId, onSent])

  function submit() {
    view.submit()
    focusFirstError(body.current)
  }

  return (
    <>
      <Dialog
        title={CORRECT}
        context={toContext(state)}
        onClose={close}
        dirty={state.isChanged}
        busy={isSending}
        hint={<span role="status">{toHint(state)}</span>}
        actions={
          review === null ? (
            <Actions state={state} mainButton={mainButton} onClose={close} onSeeRequests={onClose} onSubmit={submit} />
          ) : (
            <ReviewActions isSending={isSending} onBack={view.back} onConfirm={view.confirm} />
          )
        }
      >
        <div ref={body}>
          <Notices state={state} onFollow={onClose} />
          {loadFailure && <Failed {...loadFailure} />}
          {!loadFailure && detail.value === null && <LoadingForm />}
          {detail.value && review === null && <CorrectionForm state={state} view={view} request={detail.value} />}
          {review && <OrderReviewStep review={review} returnFocus={mainButton} />}
        </div>
      </Dialog>
      <NextDialog state={state} form={body} />
    </>
  )
}
