import type { CallFailure, StorageFailure } from '#src/domain/call.ts'
import type { ClientUser, FactorOutcome, LoginOutcome } from '#src/domain/identity/account.ts'
import type { ApiKeyList } from '#src/domain/identity/api-keys.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import type { SignInRequest } from '#src/domain/identity/login.ts'
import type { NewPasskey, PasskeyList } from '#src/domain/identity/passkey.ts'
import type { TicketExpired } from '#src/domain/identity/passkey-machine.ts'
import type { RegistrationRecord } from '#src/domain/identity/registration.ts'
import type { ReturnAddress } from '#src/domain/identity/return-address.ts'
import type { FactorAnswer, FactorChange, FactorSetup, FactorStatus } from '#src/domain/identity/second-factor.ts'
import type { SessionRefusal, StoredSession, StoredSessionState } from '#src/domain/identity/session.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The response of a call to the service. */
type Response<T> = Promise<Result<T, CallFailure>>

/**
 * The client's account at the service. A call that `signal` aborts returns `unreachable`.
 */
export interface AuthGateway {
  /**
   * Signs in. A refused login is an outcome, not a failure. Too many attempts and an invalid human
   * check are the failure `rejected` with a message (D54).
   */
  signIn(request: SignInRequest, signal?: AbortSignal): Response<LoginOutcome>
  /**
   * Signs in with the ticket of a right password and a factor (D93). A refused code is an outcome; a
   * pause after too many is the failure `rejected` with a message.
   */
  verifyFactor(answer: FactorAnswer, signal?: AbortSignal): Response<FactorOutcome>
  /** Returns the options of WebAuthn, as JSON, to sign in with a passkey (D96). */
  askPasskey(ticket: string, signal?: AbortSignal): Response<string | TicketExpired>
  /** Accepts the terms. Returns the time of acceptance, null when the service sends no time. */
  acceptTerms(userId: string, signal?: AbortSignal): Response<Instant | null>
  /** Ends the session at the service. Also succeeds without a session. */
  signOut(signal?: AbortSignal): Response<void>
  /** Returns the client of the current session; null when the service has no session. */
  currentUser(signal?: AbortSignal): Response<ClientUser | null>
}

/**
 * The passkeys of this device, by WebAuthn (D96). Options and answers are JSON. A person who cancels
 * and a device that cannot are the failure `passkey`; an aborted call ends the browser's dialog.
 */
export interface PasskeyDevice {
  /** Whether this face can use passkeys. */
  isSupported(): boolean
  create(options: string, signal?: AbortSignal): Response<string>
  sign(options: string, signal?: AbortSignal): Response<string>
}

/** The passkeys of the signed-in account (D96). */
export interface PasskeyGateway {
  list(signal?: AbortSignal): Response<PasskeyList>
  /** Returns the options for a new passkey. */
  begin(password: string, signal?: AbortSignal): Response<string>
  /** Adds a passkey. Returns the recovery codes of the first factor, else none. */
  add(passkey: NewPasskey, signal?: AbortSignal): Response<readonly string[]>
  rename(passkey: { readonly id: string; readonly name: string }, signal?: AbortSignal): Response<void>
  remove(passkey: { readonly id: string; readonly password: string }, signal?: AbortSignal): Response<void>
  /** Returns the options to use a passkey in a change that asks for a factor. */
  ask(signal?: AbortSignal): Response<string>
}

/**
 * The second factor of the signed-in account, of one realm (D93). A wrong password or code is the
 * failure `rejected` with a message.
 */
export interface SecondFactorGateway {
  readonly passkeys: PasskeyGateway
  status(signal?: AbortSignal): Response<FactorStatus>
  /** Creates a new secret, which `confirm` turns on. */
  begin(password: string, signal?: AbortSignal): Response<FactorSetup>
  /** Returns the recovery codes. */
  confirm(code: string, signal?: AbortSignal): Response<readonly string[]>
  turnOff(change: FactorChange, signal?: AbortSignal): Response<void>
  /** Replaces the recovery codes. */
  renewCodes(change: FactorChange, signal?: AbortSignal): Response<readonly string[]>
}

/** The client's keys of the public API (D130). `add` and `rotate` return the secret, once. */
export interface ApiKeysGateway {
  list(signal?: AbortSignal): Response<ApiKeyList>
  add(name: string, signal?: AbortSignal): Response<string>
  rotate(id: string, signal?: AbortSignal): Response<string>
  revoke(id: string, signal?: AbortSignal): Response<true>
}

/** The two tokens of a recovery link (§2.1). */
export interface RecoveryTokens {
  readonly token: string
  readonly token2: string
}

/** The request to replace an expired password (§7.1). */
export interface Renewal {
  readonly userId: string
  readonly username: string
  readonly email: string
  readonly password: string
}

/**
 * The service's reply (D40): the text `OK` is `done`, `NO` is `refused`. Any other text is the
 * failure `malformed`.
 */
export type PasswordReply = 'done' | 'refused'

/**
 * Sets passwords. If a password breaks a rule, the call fails with `rejected` and a message.
 */
export interface PasswordGateway {
  /** Requests a recovery link. The reply does not reveal whether the address is known (D15). */
  requestRecovery(email: string, proof: HumanProof, signal?: AbortSignal): Response<PasswordReply>
  /** Checks a link without invalidating it; an unknown, used or expired link is `refused`. */
  verifyTokens(tokens: RecoveryTokens, signal?: AbortSignal): Response<PasswordReply>
  /** Sets a password, invalidates the link and ends every session of the client. */
  reset(tokens: RecoveryTokens, password: string, repeat: string, signal?: AbortSignal): Response<PasswordReply>
  /** Replaces the expired password of the signed-in client (D6). */
  renew(renewal: Renewal, signal?: AbortSignal): Response<PasswordReply>
}

export interface RegistrationGateway {
  /** Sends a registration. Ignores the text of a successful reply (§7.1). */
  register(record: RegistrationRecord, proof: HumanProof, signal?: AbortSignal): Response<void>
}

/** A checkbox of the portal. When the user presses it, the browser computes the proof. */
export interface ProofOfWorkCheck {
  readonly kind: 'proof-of-work'
  /**
   * Computes a proof in about a second without blocking the page. A call that `signal` aborts
   * returns `unreachable`.
   */
  solve(signal?: AbortSignal): Response<HumanProof>
}

/**
 * The events of a check: solved with a proof, proof lost before its expiry, or check unavailable.
 */
export interface HumanCheckListener {
  readonly onSolved: (proof: HumanProof) => void
  readonly onLost: () => void
  readonly onUnavailable: () => void
}

/** A widget that the provider renders. */
export interface WidgetCheck {
  readonly kind: 'widget'
  /**
   * Shows an unsolved check inside `container`, an element of the page. The returned function
   * removes the check. Each new proof needs a new call.
   */
  show(container: object, listener: HumanCheckListener): () => void
}

/** The human check (D9); the configuration selects its provider. */
export type HumanCheck = ProofOfWorkCheck | WidgetCheck

/** The application token of the client's session (D10). */
export interface ApplicationToken {
  /** True if the configuration requires a copy of the token in the clipboard. */
  readonly requiresCopy: boolean
  /**
   * Requests the token from the configured hosts in order, until one returns a token or refuses.
   * The total timeout is 10 s (D10). Returns null without a configured host. Without a token,
   * returns the last host's failure.
   */
  request(signal?: AbortSignal): Response<string | null>
}

/** Stores the user name beyond the end of a session (D7). */
export interface RememberedUsername {
  read(): string | null
  /** Stores a user name; null deletes the stored name. */
  write(username: string | null): void
}

/**
 * Stores the client's session for all tabs of this browser (§3, D55). The session flag is written
 * last and removed first, so that other tabs read only complete sessions.
 */
export interface SessionStore {
  /** Never throws; the state of an unusable session is `invalid`. */
  read(): StoredSessionState
  write(session: StoredSession): Result<void, StorageFailure>
  /** Stores the application token of the session (D10). Ignores a storage failure. */
  writeApplicationToken(token: string): void
  /** Removes the session and its application token, but not the remembered user name (D7). */
  wipe(): void
  /** Calls `listener` after another tab changed the session; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void
}

/**
 * Notifies about responses that refuse this browser's session or suggest its end (D5, D17, D54).
 */
export interface SessionRefusals {
  /** Calls `listener` when the service refuses the session; the returned function unsubscribes. */
  subscribe(listener: (refusal: SessionRefusal) => void): () => void
  /**
   * Calls `listener` when a response has the market data delay of visitors (D17). The returned
   * function unsubscribes.
   */
  subscribeSuspectedExpiry(listener: () => void): () => void
}

/** Stores the guarded URL that this tab opens after the login (D69). */
export interface ReturnAddressStore {
  /** Returns null without a stored URL, or when the browser blocks storage. */
  read(): ReturnAddress | null
  write(saved: ReturnAddress): void
  clear(): void
}

/** The ports of the identity pages. */
export interface IdentityPorts {
  readonly secondFactor: SecondFactorGateway
  readonly apiKeys: ApiKeysGateway
  readonly passkeyDevice: PasskeyDevice
  readonly passwords: PasswordGateway
  readonly registrations: RegistrationGateway
  readonly humanCheck: HumanCheck
  readonly applicationToken: ApplicationToken
  readonly rememberedUsername: RememberedUsername
}

/** The ports of the client's session. */
export interface SessionPorts {
  readonly auth: AuthGateway
  readonly session: SessionStore
  readonly sessionRefusals: SessionRefusals
  readonly returnAddress: ReturnAddressStore
}
