import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import type { TableName } from '#server/database/watch-writes.ts'
import type { CheckAccess } from '#server/http/access.ts'
import { BusyError } from '#server/http/busy-error.ts'
import { tooManyAttemptsMessage } from '#server/http/messages.ts'
import { callerNet, sendTooManyRequests, subscriberNet } from '#server/http/rate-limit.ts'
import {
  type CookieNames,
  createCookieTags,
  createSessionCookie,
  type IssuedSession,
  type SessionCookie,
} from '#server/http/session-cookie.ts'
import { hashSecret } from '#server/secrets.ts'
import {
  type AttemptLimits,
  type CountedSubject,
  loginAccount,
  loginDevice,
  loginNetwork,
  loginPair,
  type TooManyAttempts,
} from '#server/security/attempt-limits.ts'
import { createKnownDevices, type KnownDevices } from '#server/security/known-devices.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { createSessionCache } from '#server/security/session-cache.ts'
import type { RefusedSessionReply } from '#src/adapters/http/contract/values.ts'
import { isExpired, type RefusalReason, SESSION_LIFETIME_MS } from '#src/domain/identity/session.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * Reasons a session ended. A realm may use only some of them.
 * - `logout`: the user signed out.
 * - `replaced`: its browser got a new cookie, or its user signed in again with pending terms.
 * - `takeover`: a login in another browser ended it (D5).
 * - `password`: the user set a new password.
 * - `expired`: its lifetime ended (D8).
 * - `closed`: the operator closed the account.
 * - `remote`: its user ended it from another browser (D95).
 * - `administrator`: an administrator of the entity ended it (D95).
 * - `operator`: the operator ended it (D111).
 */
export const END_REASONS = [
  'logout',
  'replaced',
  'takeover',
  'password',
  'expired',
  'closed',
  'remote',
  'administrator',
  'operator',
] as const
export type EndReason = (typeof END_REASONS)[number]

/** Message for a request that requires a session. */
const SIGN_IN = 'Inicie sesión para continuar.'
export const SIGNED_OUT = 'Sesión cerrada.'
/** Message for a request with the data of another user. */
export const OTHER_USER = 'Los datos no corresponden a su sesión.'
export const CLOSED_ACCOUNT = 'Cuenta de usuario Inactiva'

/** Message for the owner of an ended session. */
export const SESSION_ENDED: Readonly<Record<EndReason, string>> = {
  logout: SIGN_IN,
  replaced: SIGN_IN,
  takeover: 'Su sesión se abrió en otro equipo.',
  password: 'Su contraseña cambió. Inicie sesión de nuevo.',
  expired: 'Su sesión venció. Inicie sesión de nuevo.',
  closed: CLOSED_ACCOUNT,
  remote: 'Usted cerró esta sesión desde otro equipo. Inicie sesión de nuevo.',
  administrator: 'Un administrador de su entidad cerró su sesión. Inicie sesión de nuevo.',
  operator: 'Su agente de soporte cerró su sesión. Inicie sesión de nuevo.',
}

const REFUSAL_REASONS: Readonly<Record<EndReason, RefusalReason>> = {
  logout: 'unknown',
  replaced: 'unknown',
  takeover: 'takeover',
  password: 'password-changed',
  expired: 'expired',
  closed: 'account-closed',
  remote: 'unknown',
  administrator: 'unknown',
  operator: 'unknown',
}

/** An open session. With the access `closed` its account may no longer sign in. */
interface RealmSession {
  readonly id: string
  readonly access: string
}

/** Who sent a request: a visitor, or the owner of an ended or an open session. */
export type Caller<Session> =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'ended'; readonly reason: EndReason }
  | { readonly kind: 'session'; readonly session: Session }

const ANONYMOUS = { kind: 'anonymous' } as const

/** A session in the database; `session` is null when its account was deleted. */
interface StoredSession<Session> {
  readonly id: string
  readonly startedAt: Instant
  readonly endReason: EndReason | null
  readonly session: Session | null
}

/** What was typed at a login. */
interface Credentials {
  /** The name of the account in the attempt counts, which all realms share. */
  readonly accountKey: string
  readonly password: string
  /** The caller's network address. */
  readonly address: string
  /** The device or the session that is known to belong to the account; null for any other caller. */
  readonly knownAs: string | null
}

/** `account` is the account whose password was wrong; null for an unknown name. */
interface WrongCredentials<Account> {
  readonly kind: 'invalid'
  readonly account: Account | null
}

/** An account with a correct password. */
interface CheckedAccount<Account> {
  readonly account: Account
  /**
   * Resets the attempts of this network for the account, and refunds this attempt to the account
   * and to the network. Uses the caller's transaction `tx` if given.
   */
  settle(tx?: Kysely<Schema>): Promise<void>
}

/** Who may use a route, besides having a session. */
export interface SessionRule<Session> {
  /** Whether a closed account is allowed too. */
  readonly allowsClosed?: boolean
  /** Returns the message of a 403; null when the session may use the route. */
  readonly findRestriction?: (session: Session, request: FastifyRequest) => string | null
  readonly onAllowed?: (session: Session, request: FastifyRequest) => void
}

/**
 * A login with its own accounts, sessions and cookie: clients (D5, D54) or entity users (D16, D25).
 */
export interface LoginRealm<Session extends RealmSession> {
  readonly cookie: SessionCookie
  readonly devices: KnownDevices
  /** Adds the hook that reads the session cookie of a request. */
  addHooks(app: FastifyInstance): void
  /** Returns the caller of a request. */
  findCaller(request: FastifyRequest): Caller<Session>
  /** Returns the session of a request whose route requires one; throws without a session. */
  getSession(request: FastifyRequest): Session
  /** Finds the caller of a session cookie; an unknown cookie is anonymous. */
  identify(cookie: string): Promise<Caller<Session>>
  /** Finds the callers of session ids. Deleted sessions have no entry. */
  findCallers(ids: readonly string[]): Promise<ReadonlyMap<string, Caller<Session>>>
  /** Creates the check of an access. Refuses callers without a usable session with 401 (D54). */
  requireSession(rule: SessionRule<Session>): CheckAccess
  /**
   * Sends 401 with the reason, once per session: marks the cookie, whose later requests are
   * anonymous.
   */
  rejectCaller(request: FastifyRequest, reply: FastifyReply): FastifyReply
  /**
   * Compares the password with that of the account that `find` returns, within the attempt limits.
   * Takes the same time for an unknown account. The caller settles the attempts after success.
   */
  checkPassword<Account extends { readonly passwordHash: string | null }>(
    credentials: Credentials,
    find: () => Promise<Account | null>,
  ): Promise<Result<CheckedAccount<Account>, WrongCredentials<Account> | TooManyAttempts>>
  /** Returns what a login counts for. */
  toSubjects(login: Omit<Credentials, 'password'>): readonly CountedSubject[]
  /** Creates the cookie of a new session and its id, the hash of the cookie. */
  issueSession(): { readonly id: string; readonly issued: IssuedSession }
  /** Writes the audit entry of a refused login in a transaction of its own. */
  recordRefusal(entry: AuditEntry): Promise<void>
}

interface LoginRealmDeps<Session> {
  readonly cookieNames: CookieNames
  /** The secret of the cookies, which all processes share. */
  readonly cookieKey: string
  /** The prefix of the paths whose requests are identified. */
  readonly pathPrefix: string
  /** Finds sessions by id, including ended sessions. */
  readonly findSessions: (ids: readonly string[]) => Promise<readonly StoredSession<Session>[]>
  /** Returns the account of a session, unique among the accounts of all realms. */
  readonly toAccountKey: (session: Session) => string
  /** The tables that `findSessions` reads. */
  readonly sessionTables: readonly TableName[]
  /** Returns the message for the open session of a closed account. */
  readonly toClosedMessage: (session: Session) => string
  readonly database: Pick<Database, 'db' | 'onWritten'>
  readonly hashes: PasswordHashes
  readonly limits: AttemptLimits
  /** The session clock. */
  readonly now: () => Instant
  /** A clock that is never set, in milliseconds; by default that of the process. */
  readonly monotonicNow?: (() => number) | undefined
  /** Called with each request of an open session, before its access is checked. */
  readonly onSeen?: (session: Session, request: FastifyRequest) => Promise<void>
  /** Called after the audit entry of a refused login is written. */
  readonly onRecorded?: ((entry: AuditEntry) => void) | undefined
}

export const refuse = (reply: FastifyReply, status: 400 | 403 | 404 | 409, message: string): FastifyReply =>
  reply.code(status).send({ message })

export const rejectAttempts = (reply: FastifyReply, { retryAfterMs }: TooManyAttempts): FastifyReply =>
  sendTooManyRequests(reply, retryAfterMs, tooManyAttemptsMessage)

/**
 * Whether a request only reads. Its session may have ended at another process within the last
 * second; a request that may change something reads its session from the database.
 */
const isMereRead = ({ method, routeOptions }: FastifyRequest) =>
  method === 'GET' || method === 'HEAD' || routeOptions.config.access === 'audience'

/**
 * Returns what an attempt counts for, and what a right password resets. A known device has a count
 * of its own, so that failures of others cannot pause it.
 */
function toCounts({ accountKey, address, knownAs }: Omit<Credentials, 'password'>) {
  if (knownAs !== null) {
    const device = loginDevice(accountKey, knownAs)
    return { subjects: [device], settlement: { clear: [device], refund: [] } }
  }
  const pair = loginPair(accountKey, callerNet(address))
  const account = loginAccount(accountKey, subscriberNet(address))
  const network = loginNetwork(subscriberNet(address))
  // Do not clear the attempts of other callers: a daily login must not give them new attempts.
  return { subjects: [pair, account, network], settlement: { clear: [pair], refund: [account, network] } }
}

export function createLoginRealm<Session extends RealmSession>(deps: LoginRealmDeps<Session>): LoginRealm<Session> {
  const { pathPrefix, findSessions, toClosedMessage, database, hashes, limits, now, onSeen, onRecorded } = deps
  const cookie = createSessionCookie(deps.cookieNames)
  const tags = createCookieTags(deps.cookieKey, deps.cookieNames.session)
  const callers = new WeakMap<FastifyRequest, Caller<Session>>()
  const findCaller = (request: FastifyRequest): Caller<Session> => callers.get(request) ?? ANONYMOUS

  function toCaller({ startedAt, endReason, session }: StoredSession<Session>): Caller<Session> {
    if (endReason !== null) return { kind: 'ended', reason: endReason }
    if (isExpired(startedAt, now())) return { kind: 'ended', reason: 'expired' }
    return session === null ? ANONYMOUS : { kind: 'session', session }
  }

  async function findCallers(ids: readonly string[]) {
    const sessions = await findSessions(ids)
    return new Map(sessions.map((session) => [session.id, toCaller(session)]))
  }

  const findSession = async (id: string) => (await findSessions([id]))[0] ?? null
  const sessions = createSessionCache(findSession, deps.monotonicNow)
  database.onWritten(deps.sessionTables, sessions.clear)

  async function identify(value: string, find = findSession): Promise<Caller<Session>> {
    if (!tags.isIssued(value)) return ANONYMOUS
    const stored = await find(hashSecret(value))
    return stored === null ? ANONYMOUS : toCaller(stored)
  }

  /** Returns the body of a 401: why the caller is refused, as a text and as a code (D54). */
  function toRefusal(caller: Caller<Session>): RefusedSessionReply {
    if (caller.kind === 'ended')
      return { message: SESSION_ENDED[caller.reason], reason: REFUSAL_REASONS[caller.reason] }
    if (caller.kind === 'session') return { message: toClosedMessage(caller.session), reason: 'account-closed' }
    return { message: SIGN_IN, reason: 'unknown' }
  }

  function rejectCaller(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const caller = findCaller(request)
    if (caller.kind !== 'anonymous') cookie.markEndReported(request, reply)
    return reply.code(401).send(toRefusal(caller))
  }

  return {
    cookie,
    devices: createKnownDevices(deps.cookieKey, deps.cookieNames.device),
    findCaller,
    identify,
    findCallers,
    rejectCaller,

    addHooks(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        const value = request.url.startsWith(pathPrefix) ? cookie.read(request) : null
        if (value === null) return done()
        const readCaller = async () => {
          const caller = await identify(value, isMereRead(request) ? sessions.find : findSession)
          callers.set(request, caller)
          if (caller.kind !== 'session') return
          request.accountKey = deps.toAccountKey(caller.session)
          await onSeen?.(caller.session, request)
        }
        readCaller().then(() => done(), done)
      })
    },

    getSession(request) {
      const caller = findCaller(request)
      if (caller.kind === 'session') return caller.session
      throw new Error(`route ${request.routeOptions.url} requires no session`)
    },

    requireSession:
      ({ allowsClosed = false, findRestriction, onAllowed }) =>
      (request, reply) => {
        const caller = findCaller(request)
        if (caller.kind !== 'session' || (caller.session.access === 'closed' && !allowsClosed)) {
          rejectCaller(request, reply)
          return false
        }
        const message = findRestriction?.(caller.session, request) ?? null
        if (message !== null) {
          reply.code(403).send({ message })
          return false
        }
        onAllowed?.(caller.session, request)
        return true
      },

    async checkPassword({ accountKey, password, address, knownAs }, find) {
      const { subjects, settlement } = toCounts({ accountKey, address, knownAs })
      const attempts = await limits.take(subjects)
      if (!attempts.ok) return attempts
      const found = await find()
      const isCorrect = await hashes.matches(found?.passwordHash ?? null, password).catch(async (error: unknown) => {
        // The password was not checked: the attempt does not count.
        if (error instanceof BusyError) await attempts.value.settle({ clear: [], refund: subjects })
        throw error
      })
      if (found === null || !isCorrect) return err({ kind: 'invalid', account: found })
      return ok({ account: found, settle: (tx) => attempts.value.settle(settlement, tx) })
    },

    toSubjects: (login) => toCounts(login).subjects,

    issueSession() {
      const value = tags.issue()
      return { id: hashSecret(value), issued: { cookie: value, lifetimeMs: SESSION_LIFETIME_MS } }
    },

    async recordRefusal(entry) {
      await recordAudit(database.db, entry)
      onRecorded?.(entry)
    },
  }
}
