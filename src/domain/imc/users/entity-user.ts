import type { ScreenStatus } from '#src/domain/imc/screens/screen.ts'
import type { ImcRole } from '#src/domain/imc/users/roles.ts'
import type { UserEdit } from '#src/domain/imc/users/user-form.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The service's message after a change; '' without a message. */
export interface Confirmation {
  readonly message: string
}

/** A new user and the service's message. */
export interface CreatedUser extends Confirmation {
  readonly id: string
}

/** A user of an entity (§3). A text without a value is ''. */
export interface EntityUser extends UserEdit {
  readonly id: string
  readonly username: string
  readonly role: ImcRole
  /** The status of the user's screen; `available` without a screen, null when it is unknown. */
  readonly status: ScreenStatus | null
  /** The name of the profile of the user's screen. */
  readonly profile: string
  readonly active: boolean
  /** The column 'Contingencia'; `es_exento` on the wire (§3). */
  readonly contingency: boolean
  readonly email: string
  /** The service's id of the document type as read; an edit returns it (§7.2). */
  readonly documentTypeId?: string | null
  readonly createdAt: Instant | null
  readonly createdBy: string
  readonly updatedAt: Instant | null
  readonly updatedBy: string
  /** Grows with each change; null from a server that sends no versions (D81). */
  readonly version: number | null
  /** The subscription and the package of the user's screen; null without a screen (D26). */
  readonly subscription: string | null
  readonly packageId: string | null
  /** Whether the administrator cannot sign in because the contract is not uploaded. */
  readonly contractPending: boolean
  /** Whether the service stores a contract. An entity's first administrator needs no contract. */
  readonly hasContract: boolean
}

/** Returns the first two letters of a name, in upper case: `PA` for Paula (§2.5). */
export const toAvatarLetters = (name: string): string =>
  [...name.replaceAll(/\P{L}/gu, '')].slice(0, 2).join('').toUpperCase()
