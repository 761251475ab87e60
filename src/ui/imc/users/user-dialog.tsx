import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { useLoadedPart } from '#src/ui/parts/use-loaded-part.ts'

/** The form that is open, and its user. */
export type OpenForm =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly userId: string; readonly name: string }
  | { readonly kind: 'contract'; readonly user: EntityUser }

interface Props {
  readonly form: OpenForm
  /** `mayHaveChanged` is true after a request was sent: the caller must reload the list. */
  readonly onClose: (mayHaveChanged: boolean) => void
  readonly onSaved: (notice: { readonly lead: string; readonly rest: string }) => void
}

const loadForm = async () => (await import('#src/ui/imc/users/user-form.tsx')).UserFormDialog
const loadContract = async () => (await import('#src/ui/imc/users/contract-dialog.tsx')).ContractDialog

type Events = Omit<Props, 'form'>

function LazyContract(props: Events & { readonly user: EntityUser }) {
  const Contract = useLoadedPart(loadContract)
  return Contract && <Contract {...props} />
}

function LazyForm(props: Events & { readonly userId: string | null; readonly name: string | null }) {
  const Form = useLoadedPart(loadForm)
  return Form && <Form {...props} />
}

/** The dialog of the open form. Its code and react-hook-form load when the first form opens. */
export const UserDialog = ({ form, ...events }: Props) => (
  <GuardedRegion>
    {form.kind === 'contract' ? (
      <LazyContract user={form.user} {...events} />
    ) : (
      <LazyForm
        userId={form.kind === 'edit' ? form.userId : null}
        name={form.kind === 'edit' ? form.name : null}
        {...events}
      />
    )}
  </GuardedRegion>
)
