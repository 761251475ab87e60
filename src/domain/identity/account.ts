import type { Instant } from '#src/domain/time/bogota.ts'

/** A client as the login gives it (§3). `token` is no credential (D11). */
export interface ClientUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly token: string
  readonly keyExpired: boolean
  /** When the terms were accepted, null while that is pending. */
  readonly termsAcceptedAt: Instant | null
}

/** A client whose terms are accepted: the only kind that can be stored (D5). */
export interface ConfirmedUser extends ClientUser {
  readonly termsAcceptedAt: Instant
}

/** Why a login was not let in (§4, D5); `other` is any status nobody foresaw. */
export type LoginRefusal = 'invalid' | 'expired' | 'disabled' | 'other'

/** What the service answers to a login (§4, D54). */
export type LoginOutcome =
  | { readonly kind: 'success'; readonly user: ClientUser }
  | { readonly kind: 'session-active' }
  | { readonly kind: LoginRefusal }

/** The same client with accepted terms, null while they are pending. */
export function toConfirmedUser(user: ClientUser): ConfirmedUser | null {
  const { termsAcceptedAt } = user
  return termsAcceptedAt === null ? null : { ...user, termsAcceptedAt }
}
