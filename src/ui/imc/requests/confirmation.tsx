import { useSelector } from '@xstate/react'
import { type RefObject, useRef, useState } from 'react'
import { REFUSED_TITLE } from '#src/application/imc/messages.ts'
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
import { useImc } from '#src/ui/imc/use-imc.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { ConfirmDialog } from '#src/ui/parts/confirm-dialog.tsx'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { controlClass } from '#src/ui/parts/field.tsx'
import { FormField } from '#src/ui/parts/form-field.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { useErrorFocus } from '#src/ui/parts/use-error-focus.ts'

interface DialogProps {
  readonly view: ConfirmationView
  readonly dialog: ConfirmationDialogState
}

const Failure = ({ failure }: Pick<ConfirmationDialogState, 'failure'>) =>
  failure !== null && (
    <div className="mb-3">
      <Notice icon="warning" tone="err" lead={REFUSED_TITLE}>
        {failure}
      </Notice>
    </div>
  )

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
          <Button variant="secondary" aria-disabled={busy} onClick={busy ? undefined : view.close}>
            Cancelar
          </Button>
          <Button variant="danger" aria-busy={busy} onClick={busy ? undefined : submit}>
            {action}
          </Button>
        </>
      }
    >
      <div ref={body}>
        <Failure failure={failure} />
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
      <Failure failure={failure} />
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
  /** The panel of the request. It gets the focus, because the buttons disappear with the decision. */
  readonly panel: RefObject<HTMLElement | null>
  /** Called when the loaded requests may be outdated. */
  readonly onReply: () => void
}

/** What a request that waits for a second person needs, and the buttons of who may decide (D106). */
export function Confirmation({ requestId, offer: { lead, rest, decisions }, panel, onReply }: Props) {
  const { createConfirmation } = useImc()
  const [view] = useState(() =>
    createConfirmation(requestId, () => {
      panel.current?.focus()
      onReply()
    }),
  )
  const { dialog, confirming, failure } = useSelector(view, (state) => state)
  const Ask = dialog?.decision === 'returned' ? ReturnDialog : WithdrawDialog
  return (
    <div className="mb-4.5 grid gap-3">
      <Notice icon="info" tone="info" lead={lead} announced={false}>
        {rest}
      </Notice>
      {failure !== null && (
        <Notice icon="warning" tone="err" lead={NOT_DECIDED}>
          {failure}
        </Notice>
      )}
      {decisions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {decisions.map((decision) => (
            <Button
              key={decision}
              size="small"
              variant={BUTTONS[decision].variant}
              aria-busy={decision === 'confirmed' && confirming}
              onClick={() => view.decide(decision)}
            >
              {BUTTONS[decision].text}
            </Button>
          ))}
        </div>
      )}
      {dialog !== null && (
        <GuardedRegion key={dialog.opening}>
          <Ask view={view} dialog={dialog} />
        </GuardedRegion>
      )}
    </div>
  )
}
