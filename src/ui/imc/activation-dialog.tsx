import { useEffect, useRef } from 'react'

import type { ActivationDialog, ActivationItem, ActivationView } from '#src/application/imc/activation-view.ts'
import {
  ACTION_WORDS,
  aboutTo,
  aboutToSeveral,
  noUsersToChange,
  SURE,
  severalDone,
} from '#src/application/imc/users-messages.ts'
import { ConfirmDialog } from '#src/ui/parts/confirm-dialog.tsx'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

interface Props {
  readonly view: ActivationView
  readonly dialog: ActivationDialog
}

const STATE_WORDS: Readonly<Record<ActivationItem['state'], string>> = {
  waiting: '',
  sending: 'Enviando…',
  done: 'Hecho',
  refused: 'Rechazado',
  'left-out': 'No se incluye',
}

/** A user with the result, or with the reason why the action excludes the user. */
const Item = ({ item: { user, state, reason } }: { readonly item: ActivationItem }) => (
  <li className={`users-item users-${state}`}>
    <span className="users-item-name">
      {user.name} <span className="text-muted">{user.username}</span>
    </span>
    <span className="users-item-state">
      {state === 'done' && <Icon name="check" />}
      {state === 'refused' && <Icon name="warning" />}
      {STATE_WORDS[state]}
      {reason !== null && `: ${reason}`}
    </span>
  </li>
)

const countItems = ({ items }: ActivationDialog, ...states: readonly ActivationItem['state'][]): number =>
  items.filter(({ state }) => states.includes(state)).length

/** Sorts the users that change before those that the action excludes. */
const sortByChange = (items: ActivationDialog['items']) =>
  items.toSorted((one, other) => Number(one.state === 'left-out') - Number(other.state === 'left-out'))

function SeveralDialog({ view, dialog }: Props) {
  const cancel = useRef<HTMLButtonElement>(null)
  const { action, step, items } = dialog
  const busy = step === 'sending'
  const changing = countItems(dialog, 'waiting', 'sending', 'done', 'refused')
  const done = countItems(dialog, 'done')
  const ended = step === 'results'
  // The pressed button was removed and lost the focus.
  useEffect(() => {
    if (ended) cancel.current?.focus()
  }, [ended])
  return (
    <Dialog
      title={ended ? 'Resultado' : SURE}
      role="alertdialog"
      size="reader"
      context={
        ended
          ? severalDone(action, done, items.length - done)
          : changing === 0
            ? noUsersToChange(action)
            : aboutToSeveral(action, changing)
      }
      busy={busy}
      onClose={view.close}
      initialFocus={cancel}
      actions={
        ended ? (
          <button ref={cancel} type="button" className="btn pri" onClick={view.close}>
            Terminar
          </button>
        ) : (
          <>
            <button ref={cancel} type="button" className="btn sec" aria-disabled={busy} onClick={view.close}>
              Cancelar
            </button>
            <button
              type="button"
              className={action === 'deactivate' ? 'btn danger' : 'btn pri'}
              aria-busy={busy}
              aria-disabled={changing === 0}
              onClick={view.confirm}
            >
              {ACTION_WORDS[action]}
            </button>
          </>
        )
      }
    >
      <ul className="users-items" aria-label="Usuarios">
        {sortByChange(items).map((item) => (
          <Item key={item.user.id} item={item} />
        ))}
      </ul>
    </Dialog>
  )
}

/** Confirms an action on one user or several, and shows a result for each of several. */
export function ActivationDialogBox({ view, dialog }: Props) {
  const { action, single, step, items } = dialog
  if (!single) return <SeveralDialog view={view} dialog={dialog} />
  return (
    <ConfirmDialog
      title={SURE}
      action={ACTION_WORDS[action]}
      danger={action === 'deactivate'}
      busy={step === 'sending'}
      onConfirm={view.confirm}
      onCancel={view.close}
    >
      <p>{aboutTo(action, items[0]?.user.name ?? '')}</p>
    </ConfirmDialog>
  )
}
