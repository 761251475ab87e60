import type { ImcRole } from '#src/domain/imc/users/roles.ts'
import type { TemporaryPassword } from '#src/domain/imc/users/temporary-password.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** What an administrator or the operator does with the access of a person (D111). */
export const ACCESS_CHANGES = ['activate', 'deactivate', 'send-password'] as const
export type AccessChange = (typeof ACCESS_CHANGES)[number]

/** What the dialog of a person does. */
export type AccessAction = AccessChange | 'end-sessions'

/** A person who has a password of the back-office. */
export interface AccessPerson {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly role: ImcRole
  /** '' without an address. */
  readonly email: string
  readonly active: boolean
  readonly contractPending: boolean
  /** The temporary password that the person has not replaced; null without one. */
  readonly temporary: TemporaryPassword | null
  /** The number of open sessions. */
  readonly sessions: number
}

/** Why a person can or cannot sign in. */
export type AccessStatus = 'active' | 'temporary' | 'temporary-expired' | 'contract-pending' | 'inactive'

type StatusFacts = Pick<AccessPerson, 'active' | 'contractPending' | 'temporary'>

export function toAccessStatus({ active, contractPending, temporary }: StatusFacts, at: Instant): AccessStatus {
  if (!active) return 'inactive'
  if (contractPending) return 'contract-pending'
  if (temporary === null) return 'active'
  return temporary.until !== null && at >= temporary.until ? 'temporary-expired' : 'temporary'
}

const canSignIn = (person: StatusFacts, at: Instant): boolean => {
  const status = toAccessStatus(person, at)
  return status === 'active' || status === 'temporary'
}

/** Why a change is refused. */
export type AccessRefusal = 'own' | 'not-administrator' | 'last-administrator' | 'inactive' | 'no-email'

type RuleFacts = Pick<AccessPerson, 'id' | 'role' | 'email'> & StatusFacts

/** Counts the administrators who can sign in. */
export const countAdministrators = (people: readonly RuleFacts[], at: Instant): number =>
  people.filter((person) => person.role === 'administrator' && canSignIn(person, at)).length

/**
 * Returns why a change is refused, null when it is allowed (D111). `people` are all who have a
 * password; `callerId` is null for the operator. The own access cannot be changed, and one
 * administrator always stays who can sign in.
 */
export function findAccessRefusal(
  person: RuleFacts,
  change: AccessChange,
  people: readonly RuleFacts[],
  { callerId, at }: { readonly callerId: string | null; readonly at: Instant },
): AccessRefusal | null {
  if (person.id === callerId) return 'own'
  if (change === 'send-password') {
    if (!person.active) return 'inactive'
    return person.email === '' ? 'no-email' : null
  }
  // The activation of other users depends on their screens: Mis usuarios has it (D35).
  if (person.role !== 'administrator') return 'not-administrator'
  const others = people.filter(({ id }) => id !== person.id)
  return change === 'deactivate' && countAdministrators(others, at) === 0 ? 'last-administrator' : null
}
