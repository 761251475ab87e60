import { useSelector } from '@xstate/react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import {
  CONFIRM,
  type ConfirmationDialogState,
  type ConfirmationOffer,
  type ConfirmationView,
  DECISION_DIALOGS,
  NOT_DECIDED,
  REASON,
  RETURN,
  WITHDRAW,
} from '#src/application/imc/requests/confirmation.ts'
import type { ConfirmationDecision } from '#src/domain/imc/requests/confirmations.ts'
import { Refusal } from '#src/ui/imc/change-dialog.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { ConfirmDialog } from '#src/ui/parts/confirm-dialog.tsx'
import { CloseButton, Dialog } from '#src/ui/parts/dialog.tsx'
import { controlClass } from '#src/ui/parts/field.tsx'
import { FormField } from '#src/ui/parts/form-field.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { useErrorFocus } from '#src/ui/parts/use-error-focus.ts'

interface DialogProps {
  readonly view: ConfirmationView
  readonly dialog: ConfirmationDialogState
}

/** Asks why a request is returned. A failure keeps what was typed. */
function ReturnDialog({ view, dialog: { reason, reasonError, busy, failure } }: DialogProps) {
  const { title, text, action } = DECISION_DIALOGS.returned
  const body = useRef<HTMLDivElement>(null)
  const focusFirstError = useErrorFocus()
  function submit() {
    view.submit()
    focusFirstError(body.current)
  }
  return (
    <Dialog
      title={title}
      size="confirm"
      dirty={reason !== ''}
      busy={busy}
      onClose={view.close}
      actions={
        <>
          <CloseButton>Cancelar</CloseButton>
          <Button variant="danger" aria-busy={busy} onClick={busy ? undefined : submit}>
            {action}
          </Button>
        </>
      }
    >
      <div ref={body}>
        <Refusal text={failure} />
        <p className="mb-3">{text}</p>
        <FormField label={REASON} error={reasonError} space="none">
          {(control) => (
            <span className="relative flex">
              <textarea
                className={`${controlClass()} resize-y py-2`}
                rows={3}
                value={reason}
                onChange={({ target }) => view.write(target.value)}
                {...control}
              />
            </span>
          )}
        </FormField>
      </div>
    </Dialog>
  )
}

function WithdrawDialog({ view, dialog: { busy, failure } }: DialogProps) {
  const { title, text, action } = DECISION_DIALOGS.withdrawn
  return (
    <ConfirmDialog title={title} action={action} danger busy={busy} onConfirm={view.submit} onCancel={view.close}>
      <Refusal text={failure} />
      <p>{text}</p>
    </ConfirmDialog>
  )
}

const BUTTONS: Readonly<
  Record<ConfirmationDecision, { readonly text: string; readonly variant: 'primary' | 'secondary' }>
> = {
  confirmed: { text: CONFIRM, variant: 'primary' },
  returned: { text: RETURN, variant: 'secondary' },
  withdrawn: { text: WITHDRAW, variant: 'secondary' },
}

interface Props {
  readonly requestId: string
  readonly offer: ConfirmationOffer
  readonly view: ConfirmationView
  /** The panel of the request. */
  readonly panel: RefObject<HTMLElement | null>
}

/** Moves the focus to the panel before a decided request removes the button that has it. */
function useFocusAfterDecision(panel: RefObject<HTMLElement | null>) {
  const container = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = container.current
    return () => {
      if (element?.contains(document.activeElement)) panel.current?.focus()
    }
  }, [panel])
  return container
}

/** What a request that waits for a second person needs, and the buttons of who may decide (D106). */
export function Confirmation({ requestId, offer: { lead, rest, decisions }, view, panel }: Props) {
  const container = useFocusAfterDecision(panel)
  const state = useSelector(view, (snapshot) => snapshot)
  const isLast = state.requestId === requestId
  return (
    <div ref={container} className="mb-4.5 grid gap-3">
      <Notice icon="info" tone="info" lead={lead} announced={false}>
        {rest}
      </Notice>
      {isLast && state.failure !== null && (
        <Notice icon="warning" tone="err" lead={NOT_DECIDED}>
          {state.failure}
        </Notice>
      )}
      {decisions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {decisions.map((decision) => (
            <Button
              key={decision}
              size="small"
              variant={BUTTONS[decision].variant}
              aria-busy={decision === 'confirmed' && isLast && state.confirming}
              onClick={() => view.decide(requestId, decision)}
            >
              {BUTTONS[decision].text}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** The dialogs of the decisions. They are part of the page: a panel moves when the page gets narrow. */
export function ConfirmationDialogs({ view }: Pick<Props, 'view'>) {
  const dialog = useSelector(view, (state) => state.dialog)
  if (dialog === null) return null
  const Ask = dialog.decision === 'returned' ? ReturnDialog : WithdrawDialog
  return (
    <GuardedRegion key={dialog.opening}>
      <Ask view={view} dialog={dialog} />
    </GuardedRegion>
  )
}
