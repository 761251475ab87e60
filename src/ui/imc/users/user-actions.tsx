import { ASSIGN, SCREEN_NOUN } from '#src/application/imc/screens/request-form-messages.ts'
import type { ActivationView } from '#src/application/imc/users/activation.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { isAssignable } from '#src/domain/imc/users/user-actions.ts'
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
  const offer = activation.offer(user)
  if (offer === null) return <span className="min-w-23 max-sm:hidden" />
  return (
    <RowButton
      {...toRow(user)}
      {...MAIN}
      variant={offer.refusal === null ? MAIN.variant : 'row-refused'}
      refusal={offer.refusal}
      onPress={offer.press}
    >
      {offer.text}
    </RowButton>
  )
}

/**
 * The buttons of a row: Asignar pantalla without a screen (D103), Editar, and either Cargar contrato,
 * Activar or Desactivar. The last two are below each other in all rows.
 */
export const UserActions = ({ user, activation, onOpen }: Props) => (
  <>
    {isAssignable(user) && (
      <RowButton
        {...toRow(user)}
        variant="text"
        onPress={() => onOpen({ kind: 'assign', user: { id: user.id, name: user.name } })}
      >
        <span>
          {ASSIGN}
          {/* A phone and a table with doubled text have no room for the noun. */}
          <span className="max-sm:sr-only @max-[36rem]:sr-only"> {SCREEN_NOUN}</span>
        </span>
      </RowButton>
    )}
    <span className="flex justify-end gap-2 @max-[36rem]:flex-wrap">
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
    </span>
  </>
)
