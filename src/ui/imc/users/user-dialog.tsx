import type { SavedTexts } from '#src/application/imc/users/user-form.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
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

interface Props {
  readonly form: OpenForm
  /** `mayHaveChanged` is true after a request was sent: the caller must reload the list. */
  readonly onClose: (mayHaveChanged: boolean) => void
  readonly onSaved: (texts: SavedTexts) => void
}

/** The dialog of the open form. */
export const UserDialog = ({ form, ...events }: Props) => (
  <GuardedRegion>
    {form.kind === 'file' ? (
      <UserFileDialog onClose={events.onClose} />
    ) : form.kind === 'contract' ? (
      <ContractDialog user={form.user} {...events} />
    ) : (
      <UserFormDialog
        userId={form.kind === 'edit' ? form.userId : null}
        name={form.kind === 'edit' ? form.name : null}
        {...events}
      />
    )}
  </GuardedRegion>
)
