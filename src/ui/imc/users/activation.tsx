import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { HIDE_NOTICE } from '#src/application/imc/messages.ts'
import type { ActivationDialog, ActivationItemState, ActivationView } from '#src/application/imc/users/activation.ts'
import {
  ACTION_WORDS,
  ARE_YOU_SURE,
  activationQuestion,
  activationResultText,
  noUsersToChange,
  severalActivationQuestion,
} from '#src/application/imc/users/users.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { ConfirmDialog } from '#src/ui/parts/confirm-dialog.tsx'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { PinnedNotice } from '#src/ui/parts/pinned-notice.tsx'

interface BoxProps {
  readonly view: ActivationView
  readonly dialog: ActivationDialog
}

const STATE_WORDS: Readonly<Record<ActivationItemState['state'], string>> = {
  waiting: '',
  sending: 'Enviando…',
  done: 'Hecho',
  refused: 'Rechazado',
  'left-out': 'No se incluye',
}

const STATE_TONES: Readonly<Record<ActivationItemState['state'], string>> = {
  waiting: 'text-muted',
  sending: 'text-muted',
  done: 'text-success',
  refused: 'text-danger',
  'left-out': 'text-muted',
}

/** A user with the result, or with the reason why the action excludes the user. */
const Item = ({ item: { user, state, reason } }: { readonly item: ActivationItemState }) => (
  <li className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-t border-line py-2">
    <span className="font-600">
      {user.name} <span className="font-400 text-muted">{user.username}</span>
    </span>
    <span className={`flex items-center gap-1.5 ${STATE_TONES[state]}`}>
      {state === 'done' && <Icon name="check" />}
      {state === 'refused' && <Icon name="warning" />}
      {STATE_WORDS[state]}
      {reason !== null && `: ${reason}`}
    </span>
  </li>
)

/** Returns the line under the title: the results, or the number of users that will change. */
function toContext(dialog: ActivationDialog): string {
  const { action, step, items, includedCount, doneCount } = dialog
  if (step === 'results') return activationResultText(action, doneCount, items.length - doneCount)
  return includedCount === 0 ? noUsersToChange(action) : severalActivationQuestion(action, includedCount)
}

function BulkDialog({ view, dialog }: BoxProps) {
  const closeButton = useRef<HTMLButtonElement>(null)
  const { action, step, items } = dialog
  const busy = step === 'sending'
  const hasResults = step === 'results'
  // The pressed button is removed and loses the focus: the results have another button.
  useEffect(() => {
    if (hasResults) closeButton.current?.focus()
  }, [hasResults])
  return (
    <Dialog
      title={hasResults ? 'Resultado' : ARE_YOU_SURE}
      role="alertdialog"
      size="reader"
      context={toContext(dialog)}
      busy={busy}
      onClose={view.close}
      initialFocus={closeButton}
      actions={
        hasResults ? (
          <Button ref={closeButton} variant="primary" onClick={view.close}>
            Terminar
          </Button>
        ) : (
          <>
            <Button ref={closeButton} variant="secondary" aria-disabled={busy} onClick={view.close}>
              Cancelar
            </Button>
            <Button
              variant={action === 'deactivate' ? 'danger' : 'primary'}
              aria-busy={busy}
              aria-disabled={dialog.includedCount === 0}
              onClick={view.confirm}
            >
              {ACTION_WORDS[action]}
            </Button>
          </>
        )
      }
    >
      <ul className="max-h-[50vh] overflow-y-auto text-sm" aria-label="Usuarios">
        {items.map((item) => (
          <Item key={item.user.id} item={item} />
        ))}
      </ul>
    </Dialog>
  )
}

/** Confirms an action on one or several users. For several users it shows the result of each. */
function ActivationDialogBox({ view, dialog }: BoxProps) {
  const { action, single, step, items } = dialog
  if (!single) return <BulkDialog view={view} dialog={dialog} />
  return (
    <ConfirmDialog
      title={ARE_YOU_SURE}
      action={ACTION_WORDS[action]}
      danger={action === 'deactivate'}
      busy={step === 'sending'}
      onConfirm={view.confirm}
      onCancel={view.close}
    >
      <p>{activationQuestion(action, items[0]?.user.name ?? '')}</p>
    </ConfirmDialog>
  )
}

interface Props {
  readonly view: ActivationView
}

/** The result of the last action, or the reason for its refusal. */
export function ActivationNotice({ view }: Props) {
  const { notice, dialog } = useSelector(view, (state) => state)
  if (notice === null || dialog !== null) return null
  const { tone, lead, rest, name } = notice
  return (
    <PinnedNotice
      icon={tone === 'ok' ? 'check' : 'warning'}
      tone={tone}
      lead={lead}
      announced={false}
      action={
        <Button variant="text" size="small" onClick={view.clearNotice}>
          {HIDE_NOTICE}
        </Button>
      }
    >
      {rest} {name}
    </PinnedNotice>
  )
}

const ACTIONS = ['activate', 'deactivate'] as const

interface BulkProps extends Props {
  readonly users: readonly EntityUser[]
}

/** The buttons for both actions on the selected users. */
export const BulkActivation = ({ view, users }: BulkProps) =>
  ACTIONS.map((action) => (
    <Button key={action} variant="secondary" size="small" onClick={() => view.openSeveral(users, action)}>
      {ACTION_WORDS[action]} seleccionados
    </Button>
  ))

/** The open dialog. */
export function ActivationDialogs({ view }: Props) {
  const { dialog } = useSelector(view, (state) => state)
  if (dialog === null) return null
  // After a failure of the dialog, another opening mounts its region again.
  return (
    <GuardedRegion key={dialog.opening}>
      <ActivationDialogBox view={view} dialog={dialog} />
    </GuardedRegion>
  )
}
