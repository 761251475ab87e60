import { Suspense } from 'react'

import type { EntityUser } from '#src/domain/imc/entity-user.ts'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { useLazyPart } from '#src/ui/parts/use-lazy-part.ts'

/** The form that is open, and its user. */
export type OpenForm =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly userId: string; readonly name: string }
  | { readonly kind: 'contract'; readonly user: EntityUser }

interface Props {
  readonly form: OpenForm
  /** `hasChanged` is true if the list may be outdated. */
  readonly onClose: (hasChanged: boolean) => void
  readonly onSaved: (notice: { readonly lead: string; readonly rest: string }) => void
}

const loadForm = async () => (await import('#src/ui/imc/user-form.tsx')).UserFormDialog
const loadContract = async () => (await import('#src/ui/imc/contract-dialog.tsx')).ContractDialog

/** The dialog of the open form. Its code and react-hook-form load when the first form opens. */
export function UserDialog({ form, ...events }: Props) {
  const Form = useLazyPart(loadForm)
  const Contract = useLazyPart(loadContract)
  return (
    <GuardedRegion>
      <Suspense>
        {form.kind === 'contract' ? (
          <Contract user={form.user} {...events} />
        ) : (
          <Form
            userId={form.kind === 'edit' ? form.userId : null}
            name={form.kind === 'edit' ? form.name : null}
            {...events}
          />
        )}
      </Suspense>
    </GuardedRegion>
  )
}
