import type { AuditStamp } from '#server/database/audit-store.ts'
import { callerNet } from '#server/http/caller-net.ts'
import type { ClientStore, ClientWithHash } from '#server/identity/client-store.ts'
import type { OpenedSession, Sessions } from '#server/identity/sessions.ts'
import {
  type AttemptLimits,
  type CountedSubject,
  loginAccount,
  loginPair,
  type TooManyAttempts,
} from '#server/security/attempt-limits.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { type AccountClosure, findAccountClosure, toAccountKey } from '#src/domain/identity/account.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Reasons a login is refused (D5, D54). */
export type LoginFailure =
  | { readonly kind: 'invalid' }
  | { readonly kind: AccountClosure | 'session-active'; readonly clientId: string }
  | TooManyAttempts

export interface LoginAttempt {
  readonly username: string
  readonly password: string
  /** The caller's network address. */
  readonly address: string
  /** Id of the session in the caller's cookie; null without a session. */
  readonly currentSessionId: string | null
  /** Whether the login ends the client's other open session (D5). */
  readonly takeover: boolean
  readonly stamp: AuditStamp
}

export interface LoginDeps {
  readonly clients: ClientStore
  readonly sessions: Sessions
  readonly hashes: PasswordHashes
  readonly limits: AttemptLimits
  /** The session clock. */
  readonly now: () => Instant
}

/** Checks user name and password and opens a session. */
export type Login = (attempt: LoginAttempt) => Promise<Result<OpenedSession, LoginFailure>>

export function createLogin({ clients, sessions, hashes, limits, now }: LoginDeps): Login {
  /** Finds the account with this name and password. Takes the same time for an unknown name. */
  async function findByCredentials(username: string, password: string): Promise<ClientWithHash | null> {
    const client = await clients.findByUsername(username)
    const isCorrect = await hashes.matches(client?.passwordHash ?? null, password)
    return isCorrect ? client : null
  }

  return async ({ username, password, address, ...login }) => {
    const net = callerNet(address)
    const pair = loginPair(toAccountKey(username), net)
    const account = loginAccount(toAccountKey(username), net)
    const caller: CountedSubject = { kind: 'loginAddress', subject: net }
    const attempt = await limits.take([pair, account, caller])
    if (!attempt.ok) return attempt

    const client = await findByCredentials(username, password)
    if (client === null) return err({ kind: 'invalid' })
    // Do not clear the attempts of other callers: a daily login must not give them new attempts.
    const settlement = { clear: [pair], refund: [account, caller] }
    const closure = findAccountClosure(client, now())
    if (closure !== null) {
      await attempt.value.settle(settlement)
      return err({ kind: closure, clientId: client.id })
    }

    const result = await sessions.open(client, { ...login, otherChanges: (tx) => attempt.value.settle(settlement, tx) })
    if (result.ok) return ok(result.value)
    return result.error === 'session-active'
      ? err({ kind: 'session-active', clientId: client.id })
      : err({ kind: 'invalid' })
  }
}
