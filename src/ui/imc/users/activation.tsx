import { useSelector } from '@xstate/react'
import { type ComponentProps, useEffect, useRef } from 'react'
import type { ActivationView } from '#src/application/imc/users/activation-view.ts'
import { ACTION_WORDS } from '#src/application/imc/users/users-messages.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import type { ActivationDialogBox } from '#src/ui/imc/users/activation-dialog.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { useLoadedPart } from '#src/ui/parts/use-loaded-part.ts'

const loadDialog = async () => (await import('#src/ui/imc/users/activation-dialog.tsx')).ActivationDialogBox

interface Props {
  readonly view: ActivationView
}

/** The result of the last action, or the reason for its refusal. */
export function ActivationNotice({ view }: Props) {
  const { notice, dialog } = useSelector(view, (state) => state)
  if (notice === null || dialog !== null) return null
  const { tone, lead, rest } = notice
  return (
    <Notice icon={tone === 'ok' ? 'check' : 'warning'} tone={tone} lead={lead}>
      {rest}
    </Notice>
  )
}

const ACTIONS = ['activate', 'deactivate'] as const

interface BulkProps extends Props {
  readonly users: readonly EntityUser[]
}

/** The buttons for both actions on the selected users. */
export const BulkActivation = ({ view, users }: BulkProps) =>
  ACTIONS.map((action) => (
    <button key={action} type="button" className="btn sec small" onClick={() => view.openSeveral(users, action)}>
      {ACTION_WORDS[action]} seleccionados
    </button>
  ))

function LazyBox(props: ComponentProps<typeof ActivationDialogBox>) {
  const Box = useLoadedPart(loadDialog)
  return Box && <Box {...props} />
}

interface DialogsProps extends Props {
  /** Called after the user closes the results of an action on several users. */
  readonly onResultsClosed: () => void
}

/** The open dialog. Its code and Headless UI load when the first dialog opens. */
export function ActivationDialogs({ view, onResultsClosed }: DialogsProps) {
  const { dialog } = useSelector(view, (state) => state)
  const hadResults = useRef(false)
  useEffect(() => {
    if (dialog === null && hadResults.current) onResultsClosed()
    hadResults.current = dialog?.step === 'results'
  }, [dialog, onResultsClosed])
  if (dialog === null) return null
  // After a failure of the dialog, another opening mounts its region again.
  return (
    <GuardedRegion key={dialog.opening}>
      <LazyBox view={view} dialog={dialog} />
    </GuardedRegion>
  )
}
