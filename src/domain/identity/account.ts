import type { FactorChallenge, FactorRefusal } from '#src/domain/identity/second-factor.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A client as the login returns it (§3). `token` is no credential (D11). */
export interface ClientUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly token: string
  readonly passwordExpired: boolean
  /** When the terms were accepted, null while they are pending. */
  readonly termsAcceptedAt: Instant | null
  /** When the account expires (D79); missing if it never expires. */
  readonly expiresAt?: Instant
}

/** A client with accepted terms. The portal stores no other client (D5). */
export interface ConfirmedUser extends ClientUser {
  readonly termsAcceptedAt: Instant
}

/**
 * Reasons a login is refused (§4, D5); `ticket-expired`: the code came too late (D93); `other` is any
 * unknown status.
 */
export type LoginRefusal = 'invalid' | 'expired' | 'disabled' | 'ticket-expired' | 'other'

/** The result of one login call (§4, D54). */
export type LoginOutcome =
  | { readonly kind: 'success'; readonly user: ClientUser }
  | { readonly kind: 'session-active' }
  | { readonly kind: 'factor-required'; readonly challenge: FactorChallenge }
  | { readonly kind: LoginRefusal }

/** The result of the second step of a login (D93). */
export type FactorOutcome = LoginOutcome | FactorRefusal

/** Returns the client if the terms are accepted, else null. */
export function toConfirmedUser(user: ClientUser): ConfirmedUser | null {
  const { termsAcceptedAt } = user
  return termsAcceptedAt === null ? null : { ...user, termsAcceptedAt }
}

/** The state of an account; it decides what the client may do. */
export interface AccountState {
  readonly disabled: boolean
  /** The account is closed from this instant on; null means that it never expires. */
  readonly expiresAt: Instant | null
  readonly termsAcceptedAt: Instant | null
  /** Whether the password expired and must be replaced (D6). */
  readonly passwordExpired: boolean
}

/**
 * What a signed-in client may do (D5, D6): everything, only accept the terms, only set a new
 * password, or nothing because the account is closed.
 */
export type AccountAccess = 'full' | 'terms-pending' | 'password-expired' | 'closed'

/** Why an account is closed. */
export type AccountClosure = 'disabled' | 'expired'

/** User names and e-mail addresses are compared by this key: NFC, lower case. */
export const toAccountKey = (text: string): string => text.normalize('NFC').toLowerCase()

/** Whether two user names or two addresses have the same key. */
export const isSameKey = (one: string, other: string): boolean => toAccountKey(one) === toAccountKey(other)

/** The values that identify one account. */
interface AccountIdentity {
  readonly id: string
  readonly username: string
  readonly email: string
}

/** Whether both identify the same account: equal id, equal keys of user name and address. */
export const isSameAccount = (one: AccountIdentity, other: AccountIdentity): boolean =>
  one.id === other.id &&
  toAccountKey(one.username) === toAccountKey(other.username) &&
  toAccountKey(one.email) === toAccountKey(other.email)

/** Why the account is closed at `now`, null while it is open. `disabled` precedes `expired`. */
export function findAccountClosure({ disabled, expiresAt }: AccountState, now: Instant): AccountClosure | null {
  if (disabled) return 'disabled'
  return expiresAt !== null && expiresAt <= now ? 'expired' : null
}

/** The version of the terms in force, and since when clients have to accept it. */
export interface TermsInForce {
  readonly version: string
  readonly since: Instant
}

/**
 * Returns the account as a session sees it that started at `startedAt`. An acceptance of an older
 * version does not count for sessions that start after the new one; running sessions keep it (D84).
 */
export function applyTerms<A extends Pick<AccountState, 'termsAcceptedAt'>>(
  account: A,
  terms: TermsInForce | null,
  startedAt: Instant,
): A {
  const { termsAcceptedAt } = account
  const isOutdated =
    terms !== null && termsAcceptedAt !== null && termsAcceptedAt < terms.since && startedAt >= terms.since
  return isOutdated ? { ...account, termsAcceptedAt: null } : account
}

/** What a client may do at `now`. Pending terms precede an expired password (D5). */
export function toAccountAccess(account: AccountState, now: Instant): AccountAccess {
  if (findAccountClosure(account, now) !== null) return 'closed'
  if (account.termsAcceptedAt === null) return 'terms-pending'
  return account.passwordExpired ? 'password-expired' : 'full'
}

/** The status of an account as the operator sees it. `invited`: no password is set yet. */
export type ClientStatus = 'disabled' | 'expired' | 'invited' | 'terms-pending' | 'password-expired' | 'active'

export function toClientStatus(account: AccountState & { readonly invited: boolean }, now: Instant): ClientStatus {
  const closure = findAccountClosure(account, now)
  if (closure !== null) return closure
  if (account.invited) return 'invited'
  if (account.termsAcceptedAt === null) return 'terms-pending'
  return account.passwordExpired ? 'password-expired' : 'active'
}

/** Whether the account gets a recovery link. A disabled account could not use a new password. */
export const canRecoverPassword = ({ disabled }: Pick<AccountState, 'disabled'>): boolean => !disabled

/**
 * The reason with which a new login ends the client's other sessions (D5). Null: the login is
 * refused while another session is open. With pending terms no takeover is necessary.
 */
export function findReplacementReason(
  { termsAcceptedAt }: Pick<AccountState, 'termsAcceptedAt'>,
  takeover: boolean,
): 'takeover' | 'replaced' | null {
  if (takeover) return 'takeover'
  return termsAcceptedAt === null ? 'replaced' : null
}
