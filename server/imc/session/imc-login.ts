import type { AuditEntry, AuditStamp } from '#server/database/audit-store.ts'
import { callerNet } from '#server/http/caller-net.ts'
import type { IssuedSession } from '#server/http/session-cookie.ts'
import type { LoginRefusal } from '#server/imc/failures.ts'
import type {
  AccountName,
  AccountRecord,
  AccountWithPassword,
  ImcSessionStore,
} from '#server/imc/session/imc-session-store.ts'
import type { ImcSessions } from '#server/imc/session/imc-sessions.ts'
import {
  type AttemptLimits,
  type CountedSubject,
  loginAccount,
  loginPair,
  type TooManyAttempts,
} from '#server/security/attempt-limits.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

export type ImcLoginFailure = { readonly kind: LoginRefusal } | TooManyAttempts

export interface ImcLoginAttempt extends AccountName {
  readonly password: string
  /** The caller's network address. */
  readonly address: string
  /** The id of the caller's current session, null without one. */
  readonly currentSessionId: string | null
  readonly stamp: AuditStamp
}

export interface ImcLoginDeps {
  readonly store: Pick<ImcSessionStore, 'findAccount'>
  readonly sessions: ImcSessions
  readonly hashes: PasswordHashes
  readonly limits: AttemptLimits
  /** Writes an audit entry outside a transaction. */
  readonly record: (entry: AuditEntry) => Promise<void>
}

/** An opened session. Its user may have to change the password first (D16). */
export interface ImcLogin {
  readonly issued: IssuedSession
  readonly account: AccountRecord
}

/** Checks entity, user name and password and opens a session. */
export type LogInEntityUser = (attempt: ImcLoginAttempt) => Promise<Result<ImcLogin, ImcLoginFailure>>

/** The key differs from all limit keys of clients, because client names contain no space. */
const toLimitKey = ({ entity, username }: AccountName) => `imc ${toAccountKey(entity)} ${toAccountKey(username)}`

function findRefusal({ active, contractPending }: AccountRecord): 'closed' | 'contract-pending' | null {
  if (!active) return 'closed'
  return contractPending ? 'contract-pending' : null
}

const toRefusalEntry = (stamp: AuditStamp, account: AccountWithPassword | null, kind: LoginRefusal): AuditEntry => ({
  ...stamp,
  realm: 'imc',
  subjectId: null,
  subjectName: null,
  entityId: account?.user.entityId ?? null,
  action: 'sign-in-refused',
  target: account?.user.id ?? null,
  after: { reason: kind },
})

/** Creates the login. Only attempt limits protect the login: it has no human check (D44). */
export function createImcLogin({ store, sessions, hashes, limits, record }: ImcLoginDeps): LogInEntityUser {
  /** Finds the account and compares the password, in the same time for an unknown account. */
  async function verify(name: AccountName, password: string) {
    const account = await store.findAccount(name)
    const isCorrect = await hashes.matches(account?.passwordHash ?? null, password)
    return { account, isCorrect }
  }

  async function refuse(stamp: AuditStamp, account: AccountWithPassword | null, kind: LoginRefusal) {
    await record(toRefusalEntry(stamp, account, kind))
    return err({ kind })
  }

  return async ({ password, address, currentSessionId, stamp, ...name }) => {
    const net = callerNet(address)
    const key = toLimitKey(name)
    const [pairLimit, accountLimit] = [loginPair(key, net), loginAccount(key, net)]
    const addressLimit: CountedSubject = { kind: 'loginAddress', subject: net }
    const attempts = await limits.take([pairLimit, accountLimit, addressLimit])
    if (!attempts.ok) return attempts

    const { account, isCorrect } = await verify(name, password)
    if (account === null || !isCorrect) return refuse(stamp, account, 'invalid')
    // Do not clear the attempts of other callers: a daily login must not give them new attempts.
    await attempts.value.settle({ clear: [pairLimit], refund: [accountLimit, addressLimit] })

    const refusal = findRefusal(account)
    if (refusal !== null) return refuse(stamp, account, refusal)
    const issued = await sessions.open(account, currentSessionId, stamp)
    return issued === null ? refuse(stamp, account, 'invalid') : ok({ issued, account })
  }
}
