import { type ReactNode, useId } from 'react'
import type { ActivationView } from '#src/application/imc/users/activation.ts'
import { ACTION_WORDS, ACTIVATION_REFUSAL_TEXTS } from '#src/application/imc/users/users.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { findActivation } from '#src/domain/imc/users/user-actions.ts'
import { toNameId } from '#src/ui/imc/users/user-columns.tsx'
import type { OpenForm } from '#src/ui/imc/users/user-dialog.tsx'
import { Button } from '#src/ui/parts/button.tsx'

interface ButtonProps {
  readonly userId: string
  /** The action that changes the state of the user. */
  readonly isMain?: boolean
  /** The reason why the action is refused; screen readers read the reason after the user's name. */
  readonly refusal?: string | null
  readonly onPress: () => void
  readonly children: ReactNode
}

/** The button of an action. Its name is the same in every row; its description is the user. */
function UserButton({ userId, isMain = false, refusal = null, onPress, children }: ButtonProps) {
  const reasonId = useId()
  const nameId = toNameId(userId)
  return (
    <>
      <Button
        variant={isMain ? 'row-secondary' : 'text'}
        size="small"
        className={isMain ? 'min-w-23 max-sm:min-w-0' : ''}
        title={refusal ?? undefined}
        aria-disabled={refusal !== null || undefined}
        aria-describedby={refusal === null ? nameId : `${nameId} ${reasonId}`}
        onClick={onPress}
      >
        {children}
      </Button>
      {refusal !== null && (
        <span className="sr-only left-0" id={reasonId}>
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
  if (offer === null) return <span className="min-w-23 max-sm:hidden" />
  const refusal = offer.refusal && ACTIVATION_REFUSAL_TEXTS[offer.refusal]
  return (
    <UserButton
      userId={user.id}
      isMain
      refusal={refusal}
      onPress={() =>
        offer.refusal === null ? activation.open(user, offer.action) : activation.explain(user, offer.refusal)
      }
    >
      {ACTION_WORDS[offer.action]}
    </UserButton>
  )
}

/** The buttons of a row: Editar, and either Cargar contrato, Activar or Desactivar. */
export const UserActions = ({ user, activation, onOpen }: Props) => (
  <>
    <UserButton userId={user.id} onPress={() => onOpen({ kind: 'edit', userId: user.id, name: user.name })}>
      Editar
    </UserButton>
    {user.contractPending ? (
      <UserButton userId={user.id} isMain onPress={() => onOpen({ kind: 'contract', user })}>
        Cargar contrato
      </UserButton>
    ) : (
      <ActivationButton user={user} activation={activation} />
    )}
  </>
)
