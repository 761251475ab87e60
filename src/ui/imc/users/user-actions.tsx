import { type ReactNode, useId } from 'react'
import type { ActivationView } from '#src/application/imc/users/activation.ts'
import { ACTION_WORDS, ACTIVATION_REFUSAL_TEXTS } from '#src/application/imc/users/users.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { findActivation } from '#src/domain/imc/users/user-actions.ts'
import { toNameId } from '#src/ui/imc/users/user-columns.tsx'
import type { OpenForm } from '#src/ui/imc/users/user-dialog.tsx'

interface ButtonProps {
  readonly userId: string
  readonly className: string
  /** The reason why the action is refused; screen readers read the reason after the user's name. */
  readonly refusal?: string | null
  readonly onPress: () => void
  readonly children: ReactNode
}

/** The button of an action. Its name is the same in every row; its description is the user. */
function UserButton({ userId, className, refusal = null, onPress, children }: ButtonProps) {
  const reasonId = useId()
  const nameId = toNameId(userId)
  return (
    <>
      <button
        type="button"
        className={className}
        title={refusal ?? undefined}
        aria-disabled={refusal !== null || undefined}
        aria-describedby={refusal === null ? nameId : `${nameId} ${reasonId}`}
        onClick={onPress}
      >
        {children}
      </button>
      {refusal !== null && (
        <span className="sr-only" id={reasonId}>
          {refusal}
        </span>
      )}
    </>
  )
}

interface Props {
  readonly user: EntityUser
  readonly activation: ActivationView
  readonly onOpen: (form: OpenForm) => void
}

/** The button Activar or Desactivar; a refused action shows its reason (D35). */
function ActivationButton({ user, activation }: Omit<Props, 'onOpen'>) {
  const offer = findActivation(user)
  if (offer === null) return <span className="users-gap" />
  const refusal = offer.refusal && ACTIVATION_REFUSAL_TEXTS[offer.refusal]
  return (
    <UserButton
      userId={user.id}
      className="btn sec small users-action"
      refusal={refusal}
      onPress={() => (offer.refusal === null ? activation.open(user, offer.action) : activation.explain(offer.refusal))}
    >
      {ACTION_WORDS[offer.action]}
    </UserButton>
  )
}

/** The buttons of a row: Editar, and either Cargar contrato, Activar or Desactivar. */
export const UserActions = ({ user, activation, onOpen }: Props) => (
  <>
    <UserButton
      userId={user.id}
      className="btn txt small"
      onPress={() => onOpen({ kind: 'edit', userId: user.id, name: user.name })}
    >
      Editar
    </UserButton>
    {user.contractPending ? (
      <UserButton
        userId={user.id}
        className="btn sec small users-action"
        onPress={() => onOpen({ kind: 'contract', user })}
      >
        Cargar contrato
      </UserButton>
    ) : (
      <ActivationButton user={user} activation={activation} />
    )}
  </>
)
