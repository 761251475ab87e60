import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { PROCESSING, PROCESSING_TITLE, REFUSED_TITLE, SEE_REQUESTS } from '#src/application/imc/messages.ts'
import { NO_FILE_CHOSEN } from '#src/application/imc/requests/documents.ts'
import { CANCEL, SEND } from '#src/application/imc/screens/request-form-messages.ts'
import type { ScreenRequestView } from '#src/application/imc/screens/screen-request.ts'
import type { ScreenRequestState } from '#src/application/imc/screens/screen-request-state.ts'
import { ErrorDialog } from '#src/ui/imc/error-dialog.tsx'
import { formatRequestHint } from '#src/ui/imc/screens/request-fields.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { ConfirmDialog } from '#src/ui/parts/confirm-dialog.tsx'
import { CloseButton, Dialog } from '#src/ui/parts/dialog.tsx'
import { FileProgress } from '#src/ui/parts/file-table.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { useErrorFocus } from '#src/ui/parts/use-error-focus.ts'

interface Props {
  readonly title: string
  readonly context: string
  /** Null for a form that shows its outcome and is sent without a question. */
  readonly confirmation: { readonly title: string; readonly action: string; readonly question: string } | null
  readonly state: ScreenRequestState
  readonly view: ScreenRequestView
  /**
   * True after the user chose a profile, a target screen or a user. The dialog itself checks the
   * documents and the observation.
   */
  readonly hasChoice: boolean
  /** Shown above both columns. */
  readonly top?: ReactNode
  readonly left: ReactNode
  readonly right: ReactNode
  readonly onClose: () => void
  readonly onSent: () => void
  /** Called when the dialog closes and documents of the created request are missing. */
  readonly onUnfinished: (requestId: string) => void
}

interface NextDialogProps extends Pick<Props, 'confirmation' | 'state' | 'view'> {
  readonly form: RefObject<HTMLElement | null>
}

const Column = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid min-w-0 content-start gap-5.5">{children}</div>
)

const hasDocumentOrObservation = ({ observations, requirements }: ScreenRequestState): boolean =>
  observations !== '' || (requirements ?? []).some(({ document }) => document.kind !== 'missing')

/** The choice cannot change after the confirmation, and while a sent request may exist. */
export const isChoiceLocked = ({ step, mayExist }: ScreenRequestState): boolean => step !== 'choosing' || mayExist

/** Covers the form while the request and its documents are sent. The user cannot close it (§4). */
export const ProcessingDialog = ({ requirements }: Pick<ScreenRequestState, 'requirements'>) => (
  <Dialog title={PROCESSING_TITLE} context={PROCESSING} role="alertdialog" size="confirm">
    {requirements !== null && requirements.length > 0 && (
      <ul className="border-b border-line text-ink">
        {requirements.map(({ id, name, document }) => (
          <FileProgress key={id} label={name} state={document} />
        ))}
      </ul>
    )}
  </Dialog>
)

/** The dialog over the form: the confirmation, the progress, or the failure. */
function NextDialog({ confirmation, state: { step, failure, requirements }, view, form }: NextDialogProps) {
  if (step === 'sending') return <ProcessingDialog requirements={requirements} />
  if (failure !== null && step !== 'confirming') return <ErrorDialog message={failure} form={form} />
  return (
    step === 'confirming' &&
    confirmation !== null && (
      <ConfirmDialog
        title={confirmation.title}
        action={confirmation.action}
        onConfirm={view.confirm}
        onCancel={view.cancelConfirmation}
      >
        <p>{confirmation.question}</p>
      </ConfirmDialog>
    )
  )
}

/**
 * The shared frame of `LinkDialog` and `ChangeDialog`. Its steps: choose, confirm, send, and retry
 * failed uploads.
 */
export function RequestDialog(props: Props) {
  const { title, context, confirmation, state, view, hasChoice, top, left, right, onSent } = props
  const { step, failure, errors, receipt } = state
  const onClose = receipt === null ? props.onClose : () => props.onUnfinished(receipt.id)
  const hintId = useId()
  const body = useRef<HTMLDivElement>(null)
  const focusFirstError = useErrorFocus()
  const isSending = step === 'sending'
  const hasFileErrors = Object.keys(errors.files).length > 0

  useEffect(() => {
    if (step === 'done') onSent()
  }, [step, onSent])

  function submit() {
    view.submit()
    focusFirstError(body.current)
  }

  return (
    <>
      <Dialog
        title={title}
        context={context}
        onClose={onClose}
        dirty={hasChoice || hasDocumentOrObservation(state)}
        busy={isSending}
        hint={
          <span role="status" id={hintId}>
            {formatRequestHint(state)}
          </span>
        }
        actions={
          <>
            {step === 'some-failed' ? (
              <Button variant="secondary" onClick={onClose}>
                Cerrar
              </Button>
            ) : (
              <CloseButton>{CANCEL}</CloseButton>
            )}
            {state.mayExist && (
              <Button variant="secondary" onClick={onSent}>
                {SEE_REQUESTS}
              </Button>
            )}
            {step !== 'some-failed' && (
              <Button
                variant="primary"
                aria-busy={isSending}
                aria-describedby={hintId}
                onClick={isSending ? undefined : submit}
              >
                {SEND}
              </Button>
            )}
          </>
        }
      >
        <div ref={body}>
          {failure !== null && (
            <div className="mb-3.5">
              <Notice icon="warning" tone="err" lead={REFUSED_TITLE} announced={false}>
                {failure}
              </Notice>
            </div>
          )}
          {hasFileErrors && (
            <div className="mb-3.5">
              <Notice icon="warning" tone="err" lead={NO_FILE_CHOSEN} />
            </div>
          )}
          {top}
          <div className="grid gap-x-10 gap-y-6 pt-1.5 md:grid-cols-[5fr_7fr]">
            <Column>{left}</Column>
            <Column>{right}</Column>
          </div>
        </div>
      </Dialog>
      <NextDialog confirmation={confirmation} state={state} view={view} form={body} />
    </>
  )
}
