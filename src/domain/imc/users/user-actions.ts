import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'

/** The values that decide whether a user can be activated or deactivated (D35). */
export type ActivationFacts = Pick<EntityUser, 'role' | 'active' | 'status'>

/** Why a user cannot be activated or deactivated. */
export type ActivationRefusal = 'administrator' | 'has-screen' | 'request-in-progress' | 'unknown-status'

/** The action of a row; `refusal` is null when the action is allowed. */
export interface ActivationAction {
  readonly action: 'activate' | 'deactivate'
  readonly refusal: ActivationRefusal | null
}

const STATUS_REFUSALS = { available: null, assigned: 'has-screen', transit: 'request-in-progress' } as const

/**
 * The action of a user's row (D35). Administrators have no action. An inactive user can always be
 * activated; an active user can be deactivated only without a screen.
 */
export function findActivation({ role, active, status }: ActivationFacts): ActivationAction | null {
  if (role === 'administrator') return null
  if (!active) return { action: 'activate', refusal: null }
  return { action: 'deactivate', refusal: status === null ? 'unknown-status' : STATUS_REFUSALS[status] }
}

/** Whether a screen can be assigned to the user: active, without a screen and without a request (D30). */
export const isAssignable = ({ active, status }: Pick<EntityUser, 'active' | 'status'>): boolean =>
  active && status === 'available'

/** Why the service refuses to set `active`, null when it accepts (D35). */
export function activationRefusal(user: ActivationFacts, active: boolean): ActivationRefusal | null {
  const activation = findActivation(user)
  if (activation === null) return 'administrator'
  return active || !user.active ? null : activation.refusal
}
