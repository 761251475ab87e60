import type { ScreenStatus } from '#src/domain/imc/screen-status.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** An `administrator` may do everything in its entity, a `user` only reads (D25). */
export const IMC_ROLES = ['administrator', 'user'] as const
export type ImcRole = (typeof IMC_ROLES)[number]

/** The signed-in user of an entity, as the login returns it (§3). */
export interface ImcSession {
  readonly userId: string
  readonly name: string
  readonly role: ImcRole
  readonly entityId: string
  readonly entityName: string
}

/** The result of a login: a session, or a session that may only change its password (D16). */
export interface ImcLogin extends ImcSession {
  readonly mustChangePassword: boolean
}

/** A user of an entity (§3). A text without a value is ''. */
export interface EntityUser {
  readonly id: string
  readonly username: string
  readonly role: ImcRole
  readonly name: string
  /** Whether the user has a screen; null is an unknown status, which offers no action. */
  readonly status: ScreenStatus | null
  readonly profile: string
  readonly active: boolean
  readonly contingency: boolean
  readonly email: string
  readonly position: string
  readonly telephone: string
  /** The code of the document type, for example CC. */
  readonly documentType: string
  readonly documentNumber: string
  /** Only a NIT has one (D62). */
  readonly checkDigit: string
  readonly createdAt: Instant | null
  readonly createdBy: string
  readonly updatedAt: Instant | null
  readonly updatedBy: string
  /** The subscription and the package of the user's screen; null without a screen (D26). */
  readonly subscription: string | null
  readonly packageId: string | null
  /** The contract of this administrator is still to be uploaded; until then it cannot sign in. */
  readonly contractPending: boolean
  /** The contract of this administrator is on file. The first one of an entity may have none. */
  readonly hasContract: boolean
}

/** A kind of identity document: its name and the code that a user carries. */
export interface DocumentType {
  readonly code: string
  readonly name: string
}

/** Whether this role may change anything in its entity (D25). */
export const mayChange = (role: ImcRole): boolean => role === 'administrator'
