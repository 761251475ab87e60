import { useRef } from 'react'
import { useLocation } from 'wouter'
import type { SavedTexts } from '#src/application/imc/users/user-form.ts'
import { toRequestAddress } from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { AssignableUser } from '#src/domain/imc/screens/screen.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { AssignDialog } from '#src/ui/imc/screens/assign-dialog.tsx'
import { ContractDialog } from '#src/ui/imc/users/contract-dialog.tsx'
import { UserFileDialog } from '#src/ui/imc/users/user-file-dialog.tsx'
import { UserFormDialog } from '#src/ui/imc/users/user-form.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'

/** The form that is open, and its user. */
export type OpenForm =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly userId: string; readonly name: string }
  | { readonly kind: 'contract'; readonly user: EntityUser }
  | { readonly kind: 'file' }
  | { readonly kind: 'assign'; readonly user: AssignableUser }

interface Props {
  readonly form: OpenForm
  /** `mayHaveChanged` is true after a request was sent: the caller must reload the list. */
  readonly onClose: (mayHaveChanged: boolean) => void
  readonly onSaved: (texts: SavedTexts) => void
}

/** The assignment of a screen; its request leads to Mis solicitudes, like that of a link (§4). */
function AssignUserDialog({ user, onClose }: Pick<Props, 'onClose'> & { readonly user: AssignableUser }) {
  const [, navigate] = useLocation()
  const mayHaveChanged = useRef(false)
  return (
    <AssignDialog
      user={user}
      onClose={() => onClose(mayHaveChanged.current)}
      onChange={() => {
        mayHaveChanged.current = true
      }}
      onSent={() => navigate(SCREENS.imcRequests.path)}
      onUnfinished={(id) => navigate(toRequestAddress(id))}
    />
  )
}

function FormDialog({ form, ...events }: Props) {
  switch (form.kind) {
    case 'assign':
      return <AssignUserDialog user={form.user} onClose={events.onClose} />
    case 'file':
      return <UserFileDialog onClose={events.onClose} />
    case 'contract':
      return <ContractDialog user={form.user} {...events} />
    case 'create':
      return <UserFormDialog userId={null} name={null} {...events} />
    case 'edit':
      return <UserFormDialog userId={form.userId} name={form.name} {...events} />
  }
}

/** The dialog of the open form. */
export const UserDialog = (props: Props) => (
  <GuardedRegion>
    <FormDialog {...props} />
  </GuardedRegion>
)
