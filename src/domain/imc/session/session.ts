import type { ImcRole } from '#src/domain/imc/users/entity-user.ts'

/** The signed-in user of an entity, as the login returns it (§3). */
export interface ImcSession {
  readonly userId: string
  readonly name: string
  readonly role: ImcRole
  readonly entityId: string
  readonly entityName: string
}

/**
 * The result of a login. With `mustChangePassword` the session only allows a password change (D16).
 */
export interface ImcLogin extends ImcSession {
  readonly mustChangePassword: boolean
}
