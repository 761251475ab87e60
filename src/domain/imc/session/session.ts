import type { ImcRole } from '#src/domain/imc/users/roles.ts'

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
  /** True if the user must set up a second factor first (D94); missing otherwise. */
  readonly factorPending?: boolean
}

/** Returns the values of a login that the browser stores. */
export const toImcSession = ({ userId, name, role, entityId, entityName }: ImcLogin): ImcSession => ({
  userId,
  name,
  role,
  entityId,
  entityName,
})

export const isSameImcSession = (one: ImcSession | null, other: ImcSession | null): boolean =>
  one === null || other === null
    ? one === other
    : one.userId === other.userId &&
      one.name === other.name &&
      one.role === other.role &&
      one.entityId === other.entityId &&
      one.entityName === other.entityName
