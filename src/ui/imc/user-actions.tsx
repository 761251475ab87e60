import type { ActivationView } from '#src/application/imc/activation-view.ts'
import { ACTION_WORDS, ACTIVATION_REFUSAL_TEXTS } from '#src/application/imc/users-messages.ts'
import type { EntityUser } from '#src/domain/imc/entity-user.ts'
import { findActivation } from '#src/domain/imc/user-actions.ts'
import { RowButton } from '#src/ui/imc/row-button.tsx'
import type { OpenedForm } from '#src/ui/imc/user-dialog.tsx'

interface Props {
  readonly user: EntityUser
  readonly activation: ActivationView
  readonly onOpen: (form: OpenedForm) => void
}

/** Editar, and Activar or Desactivar: a refused one says why (D35). */
export function UserActions({ user, activation, onOpen }: Props) {
  const offered = findActivation(user)
  const refusal = offered?.refusal ? ACTIVATION_REFUSAL_TEXTS[offered.refusal] : null
  return (
    <>
      {user.contractPending && (
        <RowButton row={user.name} onPress={() => onOpen({ kind: 'contract', user })}>
          Cargar contrato
        </RowButton>
      )}
      <RowButton
        row={user.name}
        className="btn txt small"
        onPress={() => onOpen({ kind: 'edit', userId: user.id, name: user.name })}
      >
        Editar
      </RowButton>
      {offered ? (
        <RowButton
          row={user.name}
          className="btn sec small users-action"
          refusal={refusal}
          onPress={() => (refusal === null ? activation.open(user, offered.action) : activation.explain(refusal))}
        >
          {ACTION_WORDS[offered.action]}
        </RowButton>
      ) : (
        <span className="users-gap" />
      )}
    </>
  )
}
