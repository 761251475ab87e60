import type { Kysely } from 'kysely'

import type { AuditEntry, AuditStamp } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import type { AccessChecks } from '#server/http/access.ts'
import { type IssuedSession, SESSION_RETENTION_MS } from '#server/http/session-cookie.ts'
import { toClientEntry } from '#server/identity/audit.ts'
import type { Client, ClientStore, ClientWithHash } from '#server/identity/client-store.ts'
import { closedAccountMessage, PASSWORD_EXPIRED, TERMS_PENDING } from '#server/identity/messages.ts'
import { createSessionStore, type EndedSession, type OpenFailure } from '#server/identity/session-store.ts'
import { newSecret } from '#server/secrets.ts'
import type { AttemptLimits, TooManyAttempts } from '#server/security/attempt-limits.ts'
import type { FactorKeys } from '#server/security/factor-keys.ts'
import { type Caller, createLoginRealm, type EndReason, type LoginRealm } from '#server/security/login-realm.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { consumeAll, createSecondFactor, openOnce, type SecondFactor } from '#server/security/second-factor.ts'
import {
  type AccountAccess,
  type AccountClosure,
  applyTerms,
  findAccountClosure,
  findReplacementReason,
  type TermsInForce,
  toAccountAccess,
  toAccountKey,
} from '#src/domain/identity/account.ts'
import type { FactorAnswer, FactorChallenge, FactorRefusal } from '#src/domain/identity/second-factor.ts'
import { toLastValidInstant } from '#src/domain/identity/session.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import type { Audience } from '#src/domain/trading/audience.ts'

/** A client's session that is open. */
export interface OpenSession {
  readonly id: string
  readonly token: string
  readonly startedAt: Instant
  readonly client: Client
  readonly access: AccountAccess
}

export type ClientCaller = Caller<OpenSession>

export interface OpenedSession extends IssuedSession {
  readonly session: OpenSession
  /** Whether the login ended another session of the client (D5). */
  readonly hasEndedOther: boolean
}

/** Reasons a login is refused (D5, D54). */
export type LoginFailure =
  | { readonly kind: 'invalid' }
  | { readonly kind: AccountClosure | 'session-active'; readonly clientId: string }
  | TooManyAttempts

/** Reasons a login with a ticket is refused (D93). */
export type FactorLoginFailure = LoginFailure | FactorRefusal

/** The details of a login. */
export interface SessionLogin {
  /** Id of the session in the caller's cookie; null without a session. */
  readonly currentSessionId: string | null
  /** Whether the login ends the client's other open session (D5). */
  readonly takeover: boolean
  readonly stamp: AuditStamp
  /** Other changes of the login; they are committed even when the session is refused. */
  readonly otherChanges?: (tx: Kysely<Schema>) => Promise<void>
}

interface LoginAttempt extends Omit<SessionLogin, 'otherChanges'> {
  readonly username: string
  readonly password: string
  /** The caller's network address. */
  readonly address: string
  /** Finds the caller's device if it is known to the account. */
  readonly findDevice: (accountKey: string) => string | null
}

/** The login of clients. A client has one open session (D5). */
export interface ClientRealm extends LoginRealm<OpenSession> {
  readonly access: AccessChecks
  readonly factor: SecondFactor<Client>
  /**
   * Checks user name and password and opens a session, or asks for the second factor of the account.
   */
  logIn(attempt: LoginAttempt): Promise<Result<OpenedSession | FactorChallenge, LoginFailure>>
  /** Opens a session for a ticket and a factor (D93). */
  logInWithFactor(
    answer: FactorAnswer,
    login: Pick<SessionLogin, 'currentSessionId' | 'stamp'>,
  ): Promise<Result<OpenedSession, FactorLoginFailure>>
  /** Checks the password of a session's client again. */
  checkOwnPassword(
    session: OpenSession,
    password: string,
    address: string,
  ): Promise<'right' | 'wrong' | TooManyAttempts>
  /** Opens a session for a client with a correct password (D5, D54). */
  openSession(client: ClientWithHash, login: SessionLogin): Promise<Result<OpenedSession, OpenFailure>>
  /** Ends the session of a client who signs out. */
  logOut(session: OpenSession, stamp: AuditStamp): Promise<void>
  /**
   * Replaces a session by one with a new cookie and id, and the same start. Closes the live streams
   * of the old id. Null when the session has ended.
   */
  rotate(session: OpenSession): Promise<IssuedSession | null>
  /** Publishes sessions that a password change or the operator ended. */
  notifyEnded(endedSessions: readonly EndedSession[]): void
  /** Finds the sessions that ended since this instant of the session clock, at any process. */
  findEnded(since: Instant): Promise<readonly EndedSession[]>
  /** Deletes the rows of sessions that started more than `SESSION_RETENTION_MS` ago. */
  deleteOldRows(): Promise<void>
}

export interface ClientRealmDeps {
  readonly database: Database
  readonly clients: Pick<ClientStore, 'findByUsername' | 'findById'>
  readonly hashes: PasswordHashes
  readonly limits: AttemptLimits
  readonly factorKeys: FactorKeys
  /** The secret of the cookies, which all processes share. */
  readonly cookieKey: string
  /** The portal's public URL: passkeys belong to its host. */
  readonly publicUrl: () => string
  /** The real clock. */
  readonly realNow: () => Instant
  /** The session clock. */
  readonly now: () => Instant
  /** The configured terms; null when the first acceptance holds for ever. */
  readonly terms: TermsInForce | null
  /** Receives the sessions that have ended. */
  readonly onEnded: (endedSessions: readonly EndedSession[]) => void
  readonly monotonicNow?: (() => number) | undefined
  readonly onRecorded?: ((entry: AuditEntry) => void) | undefined
}

/** Returns the message for a restricted session; null for full access and a closed account. */
export function findRestriction(access: AccountAccess): string | null {
  if (access === 'terms-pending') return TERMS_PENDING
  return access === 'password-expired' ? PASSWORD_EXPIRED : null
}

/**
 * Returns the client of a caller; null for a visitor or an ended session. Fails for a session
 * without full access (D5, D6).
 */
export function toIdentifiedClient(caller: ClientCaller): Result<Client | null, string> {
  if (caller.kind !== 'session') return ok(null)
  const { client, access } = caller.session
  if (access === 'closed') return err(closedAccountMessage(client))
  const restriction = findRestriction(access)
  return restriction === null ? ok(client) : err(restriction)
}

/** Returns `live` only for a session with full access (D17). */
export const toAudience = (caller: ClientCaller): Audience =>
  caller.kind === 'session' && caller.session.access === 'full' ? 'live' : 'delayed'

const isTakeover = (endedSessions: readonly EndedSession[]) => endedSessions.some(({ reason }) => reason === 'takeover')

const toLoginFailure = (failure: OpenFailure, client: Client): LoginFailure =>
  failure === 'session-active' ? { kind: failure, clientId: client.id } : { kind: 'invalid' }

export function createClientRealm(deps: ClientRealmDeps): ClientRealm {
  const { database, clients, now, terms, onEnded } = deps
  const store = createSessionStore(database)
  const factor = createSecondFactor<Client>({
    realm: 'client',
    database,
    keys: deps.factorKeys,
    publicUrl: deps.publicUrl,
    limits: deps.limits,
    now: deps.realNow,
    // A client has one session, which made the change.
    endOtherSessions: async () => {},
    toEntry: toClientEntry,
  })

  const realm = createLoginRealm<OpenSession>({
    ...deps,
    cookieNames: { session: 'md_cliente', reported: 'md_terminada', device: 'md_equipo' },
    pathPrefix: '/api/',
    sessionTables: ['identity_sessions', 'identity_clients'],
    toAccountKey: ({ client }) => `client ${client.id}`,
    toClosedMessage: ({ client }) => closedAccountMessage(client),
    async findSessions(ids) {
      const records = await store.find(ids)
      return records.map(({ client: stored, ...record }) => {
        const client = stored && applyTerms(stored, terms, record.startedAt)
        return { ...record, session: client && { ...record, client, access: toAccountAccess(client, now()) } }
      })
    },
  })

  function notifyEnded(endedSessions: readonly EndedSession[]) {
    if (endedSessions.length > 0) onEnded(endedSessions)
  }

  async function end(id: string, reason: EndReason, entry: AuditEntry | null = null) {
    const clientId = await store.end(id, reason, now(), entry)
    if (clientId !== null) notifyEnded([{ id, reason }])
  }

  const openSession: ClientRealm['openSession'] = async (account, login) => {
    const client = applyTerms(account, terms, now())
    const { currentSessionId, takeover, stamp, otherChanges } = login
    const { id, issued } = realm.issueSession()
    const token = `tok-${newSecret()}`
    const result = await store.open({
      session: { id, clientId: client.id, token },
      passwordHash: client.passwordHash,
      currentSessionId,
      othersEndReason: findReplacementReason(client, takeover),
      now,
      toEntry: (endedSessions) => toClientEntry(stamp, isTakeover(endedSessions) ? 'took-over' : 'signed-in', client),
      ...(otherChanges && { otherChanges }),
    })
    if (!result.ok) return result
    const { startedAt, endedSessions } = result.value
    notifyEnded(endedSessions)
    // Ends the session even if it is another client's: its cookie is overwritten now.
    if (currentSessionId !== null) await end(currentSessionId, 'replaced')
    const session = { id, token, startedAt, client, access: toAccountAccess(client, startedAt) }
    return ok({ ...issued, hasEndedOther: isTakeover(endedSessions), session })
  }

  /** Returns a challenge for an account with a factor, unless its other session is still open. */
  async function findChallenge(
    client: ClientWithHash,
    { currentSessionId, takeover }: Pick<SessionLogin, 'currentSessionId' | 'takeover'>,
  ): Promise<Result<FactorChallenge, LoginFailure> | null> {
    if ((await factor.listKinds(client.id)).length === 0) return null
    const isBlocked =
      findReplacementReason(applyTerms(client, terms, now()), takeover) === null &&
      (await store.hasOther(client.id, currentSessionId, now()))
    if (isBlocked) return err({ kind: 'session-active', clientId: client.id })
    const challenge = await factor.challenge(client.id, client.passwordHash, takeover)
    return challenge && ok(challenge)
  }

  return {
    ...realm,
    factor,
    openSession,
    notifyEnded,

    access: { client: realm.requireSession({}), session: realm.requireSession({ allowsClosed: true }) },

    async logIn({ username, password, address, findDevice, ...login }) {
      const accountKey = toAccountKey(username)
      const credentials = { accountKey, password, address, knownAs: findDevice(accountKey) }
      const checked = await realm.checkPassword(credentials, () => clients.findByUsername(username))
      if (!checked.ok) return err(checked.error)
      const { account: client, settle } = checked.value
      const closure = findAccountClosure(client, now())
      if (closure !== null) {
        await settle()
        return err({ kind: closure, clientId: client.id })
      }
      const challenge = await findChallenge(client, login)
      if (challenge !== null) {
        await settle()
        return challenge
      }
      const result = await openSession(client, { ...login, otherChanges: settle })
      return result.ok ? result : err(toLoginFailure(result.error, client))
    },

    async logInWithFactor({ ticket: text, ...proof }, login) {
      const ticket = await factor.findTicket(text)
      const client = ticket && (await clients.findById(ticket.subjectId))
      if (ticket === null || client === null || !ticket.isForPassword(client.passwordHash))
        return err({ kind: 'ticket-expired' })
      const checked = await factor.checkProof(client.id, proof)
      if (!checked.ok) return checked
      const closure = findAccountClosure(client, now())
      if (closure !== null) return err({ kind: closure, clientId: client.id })
      return openOnce(async () => {
        const otherChanges = consumeAll(ticket, checked.value)
        const result = await openSession(client, { ...login, takeover: ticket.takeover, otherChanges })
        return result.ok ? result : err(toLoginFailure(result.error, client))
      })
    },

    async checkOwnPassword({ id: sessionId, client: { id, username } }, password, address) {
      const credentials = { accountKey: toAccountKey(username), password, address, knownAs: `session ${sessionId}` }
      const checked = await realm.checkPassword(credentials, () => clients.findById(id))
      if (!checked.ok) return checked.error.kind === 'invalid' ? 'wrong' : checked.error
      await checked.value.settle()
      return 'right'
    },

    logOut: ({ id, client }, stamp) => end(id, 'logout', toClientEntry(stamp, 'signed-out', client)),

    async rotate({ id, startedAt }) {
      const { id: newId, issued } = realm.issueSession()
      if (!(await store.rotate(id, newId, now()))) return null
      notifyEnded([{ id, reason: 'replaced' }])
      return { ...issued, lifetimeMs: toLastValidInstant(startedAt) - now() }
    },

    findEnded: store.findEnded,
    deleteOldRows: () => store.deleteBefore(now() - SESSION_RETENTION_MS),
  }
}
