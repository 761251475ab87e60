import type { ActivationView } from '#src/application/imc/users/activation.ts'
import { ACTION_WORDS, ACTIVATION_REFUSAL_TEXTS } from '#src/application/imc/users/users.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { findActivation } from '#src/domain/imc/users/user-actions.ts'
import { RowButton } from '#src/ui/imc/row-button.tsx'
import { toNameId } from '#src/ui/imc/users/user-columns.tsx'
import type { OpenForm } from '#src/ui/imc/users/user-dialog.tsx'

/** The action that changes the state of a user; these buttons of a column are equally wide. */
const MAIN = { variant: 'row-secondary', className: 'min-w-23 max-sm:min-w-0' } as const

/** A user's name is in the row already. */
const toRow = ({ id, name }: EntityUser) => ({ rowName: name, nameId: toNameId(id) })

interface Props {
  readonly user: EntityUser
  readonly activation: ActivationView
  readonly onOpen: (form: OpenForm) => void
}

/** The button Activar or Desactivar; a refused action shows its reason (D35). */
function ActivationButton({ user, activation }: Omit<Props, 'onOpen'>) {
  const offer = findActivation(user)
  if (offer === null) return <span className="min-w-23 max-sm:hidden" />
  const refusal = offer.refusal && ACTIVATION_REFUSAL_TEXTS[offer.refusal]
  return (
    <RowButton
      {...toRow(user)}
      {...MAIN}
      refusal={refusal}
      onPress={() =>
        offer.refusal === null ? activation.open(user, offer.action) : activation.explain(user, offer.refusal)
      }
    >
      {ACTION_WORDS[offer.action]}
    </RowButton>
  )
}

/** The buttons of a row: Editar, and either Cargar contrato, Activar or Desactivar. */
export const UserActions = ({ user, activation, onOpen }: Props) => (
  <>
    <RowButton
      {...toRow(user)}
      variant="text"
      onPress={() => onOpen({ kind: 'edit', userId: user.id, name: user.name })}
    >
      Editar
    </RowButton>
    {user.contractPending ? (
      <RowButton {...toRow(user)} {...MAIN} onPress={() => onOpen({ kind: 'contract', user })}>
        Cargar contrato
      </RowButton>
    ) : (
      <ActivationButton user={user} activation={activation} />
    )}
  </>
)
