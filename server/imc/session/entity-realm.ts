import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'

import type { AuditEntry, AuditStamp } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import type { AccessChecks } from '#server/http/access.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { type IssuedSession, SESSION_RETENTION_MS } from '#server/http/session-cookie.ts'
import type { LoginRefusal } from '#server/imc/failures.ts'
import { type EntityUser, setEntityUser, toUserEntry } from '#server/imc/session/actor.ts'
import {
  type AccountName,
  type AccountRecord,
  type AccountWithPassword,
  createImcSessionStore,
  endOtherImcSessions,
} from '#server/imc/session/imc-session-store.ts'
import type { AttemptLimits, TooManyAttempts } from '#server/security/attempt-limits.ts'
import type { FactorKeys } from '#server/security/factor-keys.ts'
import { createLoginRealm, type LoginRealm, type SessionRule } from '#server/security/login-realm.ts'
import { passwordRefusalMessage } from '#server/security/new-password.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import {
  consumeAll,
  createSecondFactor,
  type FactorTicket,
  openOnce,
  type SecondFactor,
} from '#server/security/second-factor.ts'
import { IMC_USER_PATHS } from '#src/adapters/http/contract/imc/paths.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import type { PasswordRefusal } from '#src/domain/identity/password.ts'
import type { FactorAnswer, FactorChallenge, FactorProof, FactorRefusal } from '#src/domain/identity/second-factor.ts'
import { canWrite } from '#src/domain/imc/users/roles.ts'
import { findTemporaryRefusal } from '#src/domain/imc/users/temporary-password.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

export const SIGNED_IN = 'Ingreso correcto.'
export const PASSWORD_RENEWED = 'Contraseña actualizada.'

/** A refused login (§8); does not say which credential is wrong. */
export const LOGIN_REFUSED = 'Autenticación fallida. Por favor, verifique sus credenciales.'
/** An inactive user at the login. Also for an open session of a user who may no longer sign in. */
export const CLOSED_USER = 'Su usuario está inactivo. Comuníquese con el administrador de su entidad.'
export const CONTRACT_PENDING = 'Su contrato está pendiente. Comuníquese con el administrador de su entidad.'
const ASK_FOR_ANOTHER = 'Pida otra a un administrador de su entidad o, si no hay otro, a su agente de soporte.'
export const TEMPORARY_EXPIRED = `Su clave temporal venció. ${ASK_FOR_ANOTHER}`
export const TEMPORARY_USED = `Su clave temporal ya se usó en otro equipo. ${ASK_FOR_ANOTHER}`

const MUST_CHANGE_PASSWORD = 'Cambie su contraseña para continuar.'
/** The new password is the temporary password (D16). */
export const SAME_PASSWORD = 'Elija una contraseña distinta de la temporal.'
export const NO_PENDING_CHANGE = 'Su contraseña no tiene un cambio pendiente.'
export const FACTOR_PENDING = 'Active la verificación en dos pasos para continuar.'
export const OTHER_ENTITY = 'La entidad no corresponde a su sesión.'
const ADMINISTRATORS_ONLY = 'Solo los administradores de la entidad pueden hacer esto.'

/** The password messages of §5 with the texts of the IMC area (D63). */
export const imcPasswordMessage = (violation: PasswordRefusal): string =>
  passwordRefusalMessage(violation, { empty: 'Contraseña Vacía', tooShort: () => 'Contraseña muy Corta' })

/**
 * What an entity user may do: everything of its role, only change its password (D16), only set up a
 * second factor (D93), or nothing.
 */
type EntityAccess = 'full' | 'password-pending' | 'factor-pending' | 'closed'

export interface OpenImcSession {
  readonly id: string
  readonly user: EntityUser
  readonly access: EntityAccess
  readonly lastSeenAt: Instant
}

export type ImcLoginFailure = { readonly kind: LoginRefusal } | TooManyAttempts
export type ImcFactorFailure = ImcLoginFailure | FactorRefusal

interface SessionStart {
  /** The id of the caller's current session, null without one. */
  readonly currentSessionId: string | null
  /** Browser and system of the caller. */
  readonly device: string
  /** The caller's network address. */
  readonly address: string
  readonly stamp: AuditStamp
}

interface ImcLoginAttempt extends AccountName, SessionStart {
  readonly password: string
  /** Finds the caller's device if it is known to the account. */
  readonly findDevice: (accountKey: string) => string | null
  /** Whether the caller solved a human check of at least this effort. */
  readonly verifyCheck: (leastEffort: number) => Promise<boolean>
}

/** A session after a login, with the signed-in account. */
export interface ImcLogin {
  readonly issued: IssuedSession
  readonly account: AccountRecord
}

/** The login needs a solved human check of this effort first. */
interface NeededCheck {
  readonly effort: number
}

/** The login of entity users. A user may have several open sessions. */
export interface EntityRealm extends LoginRealm<OpenImcSession> {
  readonly access: AccessChecks
  readonly factor: SecondFactor<EntityUser>
  /**
   * Checks entity, user name and password and opens a session, or asks for the second factor of the
   * account. Records the refusals.
   */
  logIn(attempt: ImcLoginAttempt): Promise<Result<ImcLogin | FactorChallenge | NeededCheck, ImcLoginFailure>>
  /** Opens a session for a ticket and a factor (D93). */
  logInWithFactor(answer: FactorAnswer, start: SessionStart): Promise<Result<ImcLogin, ImcFactorFailure>>
  /** Checks the password of a session's user again. */
  checkOwnPassword(
    session: OpenImcSession,
    password: string,
    address: string,
  ): Promise<'right' | 'wrong' | TooManyAttempts>
  findAccount(session: OpenImcSession): Promise<AccountRecord | null>
  logOut(session: OpenImcSession, stamp: AuditStamp): Promise<void>
  /** Finds the password hash of the session's user; null without a password. */
  findPasswordHash(session: OpenImcSession): Promise<string | null>
  /**
   * Sets the new password, ends the user's sessions and opens a session with a new cookie. Null
   * when the change is no longer pending or the user is inactive.
   */
  renewPassword(
    session: OpenImcSession,
    passwordHash: string,
    details: Pick<ImcLoginAttempt, 'device' | 'address' | 'stamp'>,
  ): Promise<IssuedSession | null>
  /** Deletes the sessions that started more than `SESSION_RETENTION_MS` ago. */
  deleteOldRows(): Promise<void>
}

interface EntityRealmDeps {
  readonly database: Database
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
  readonly monotonicNow?: (() => number) | undefined
  readonly onRecorded?: ((entry: AuditEntry) => void) | undefined
}

/** The key of an account in the attempt counts. It contains spaces, which client names do not. */
export const toAttemptKey = ({ entity, username }: AccountName) =>
  `imc ${toAccountKey(entity)} ${toAccountKey(username)}`

function toEntityAccess(account: AccountRecord): EntityAccess {
  if (!account.active || account.contractPending) return 'closed'
  if (account.mustChangePassword) return 'password-pending'
  return account.factorPending ? 'factor-pending' : 'full'
}

type KnownRefusal = Exclude<LoginRefusal, 'invalid'>

/** `isOpening`: whether a session is about to open, for which the store records the first use. */
function findRefusal({ active, contractPending, temporary }: AccountRecord, at: Instant, isOpening: boolean) {
  if (!active) return 'closed' satisfies KnownRefusal
  if (contractPending) return 'contract-pending' satisfies KnownRefusal
  return temporary && findTemporaryRefusal(temporary, at, isOpening)
}

/** Minimum interval between two records of a session's activity. */
const ACTIVITY_INTERVAL_MS = MINUTE_MS

/** The browser repeats this call by itself; it is no activity of its user. */
const SESSION_CHECK_URL = `${IMC_BASE}${IMC_USER_PATHS.sessionCheck}`

const toRefusalEntry = (
  stamp: AuditStamp,
  account: AccountRecord | null,
  kind: LoginRefusal | 'factor',
): AuditEntry => ({
  ...stamp,
  realm: 'imc',
  subjectId: null,
  subjectName: null,
  entityId: account?.user.entityId ?? null,
  action: 'sign-in-refused',
  target: account?.user.id ?? null,
  after: { reason: kind },
})

/** Returns an error message when the path names a foreign entity, else null (D24). */
function findPathRestriction({ user }: OpenImcSession, { params }: FastifyRequest): string | null {
  const entityId = typeof params === 'object' && params !== null && 'entidad' in params ? params.entidad : user.entityId
  return entityId === user.entityId ? null : OTHER_ENTITY
}

function findReaderRestriction({ access }: OpenImcSession): string | null {
  if (access === 'factor-pending') return FACTOR_PENDING
  return access === 'full' ? null : MUST_CHANGE_PASSWORD
}

const findFactorRestriction = ({ access }: OpenImcSession) =>
  access === 'password-pending' ? MUST_CHANGE_PASSWORD : null

const findAdministratorRestriction = (session: OpenImcSession) =>
  findReaderRestriction(session) ?? (canWrite(session.user.role) ? null : ADMINISTRATORS_ONLY)

const findPendingRestriction = ({ access }: OpenImcSession) =>
  access === 'password-pending' ? null : NO_PENDING_CHANGE

/** A rule of a route of the entity: `find` returns why a session may not use it, or null. */
const toRule = (find: (session: OpenImcSession) => string | null): SessionRule<OpenImcSession> => ({
  findRestriction: (session, request) => find(session) ?? findPathRestriction(session, request),
  onAllowed: ({ user }, request) => setEntityUser(request, user),
})

/** Creates the realm. Its login has a human check after three failures (D117). */
export function createEntityRealm(deps: EntityRealmDeps): EntityRealm {
  const { database, now, limits, factorKeys, realNow } = deps
  const store = createImcSessionStore(database)

  const factor = createSecondFactor<EntityUser>({
    realm: 'imc',
    database,
    keys: factorKeys,
    publicUrl: deps.publicUrl,
    limits,
    now: realNow,
    endOtherSessions: (tx, userId, exceptId) => endOtherImcSessions(tx, userId, exceptId, now()),
    toEntry: (stamp, action, user) => toUserEntry(stamp, user, action),
  })

  const realm = createLoginRealm<OpenImcSession>({
    ...deps,
    cookieNames: { session: 'md_imc', reported: 'md_imc_terminada', device: 'md_imc_equipo' },
    pathPrefix: `${IMC_BASE}/`,
    sessionTables: ['imc_sessions', 'imc_users', 'imc_entities', 'security_factors'],
    toAccountKey: ({ user }) => `user ${user.id}`,
    toClosedMessage: () => CLOSED_USER,
    async onSeen({ id, lastSeenAt }, request) {
      const at = now()
      if (at - lastSeenAt < ACTIVITY_INTERVAL_MS || request.routeOptions.url === SESSION_CHECK_URL) return
      await store.recordActivity(id, at)
    },
    async findSessions(ids) {
      const records = await store.find(ids)
      return records.map(({ account, ...record }) => ({
        ...record,
        session: { id: record.id, user: account.user, access: toEntityAccess(account), lastSeenAt: record.lastSeenAt },
      }))
    },
  })

  async function refuse(stamp: AuditStamp, account: AccountRecord | null, kind: LoginRefusal) {
    await realm.recordRefusal(toRefusalEntry(stamp, account, kind))
    return err({ kind })
  }

  /** Opens a session. Null when the password changed after the comparison. */
  async function openSession(
    { user, passwordHash }: AccountWithPassword,
    { currentSessionId, device, address, stamp }: SessionStart,
    otherChanges?: (tx: Kysely<Schema>) => Promise<void>,
  ): Promise<IssuedSession | null> {
    if (passwordHash === null) return null
    const { id, issued } = realm.issueSession()
    const session = { id, userId: user.id, startedAt: now(), currentSessionId, device, address }
    const isOpen = await store.open(session, passwordHash, toUserEntry(stamp, user, 'signed-in'), otherChanges)
    return isOpen ? issued : null
  }

  async function startSession(
    account: AccountWithPassword,
    start: SessionStart,
    otherChanges?: (tx: Kysely<Schema>) => Promise<void>,
  ): Promise<Result<ImcLogin, ImcLoginFailure>> {
    const issued = await openSession(account, start, otherChanges)
    if (issued !== null) return ok({ issued, account })
    const current = await store.findAccountById(account.user.id)
    const isSame = current !== null && current.passwordHash === account.passwordHash
    const refusal = isSame ? findRefusal(current, realNow(), false) : null
    return refuse(start.stamp, account, refusal ?? 'invalid')
  }

  /** Continues a login with a right password. */
  async function continueLogin(account: AccountWithPassword, start: SessionStart) {
    const refusal = findRefusal(account, realNow(), true)
    if (refusal !== null) return refuse(start.stamp, account, refusal)
    const challenge = await factor.challenge(account.user.id, account.passwordHash ?? '', false)
    return challenge === null ? startSession(account, start) : ok(challenge)
  }

  async function checkFactor(account: AccountRecord, proof: FactorProof, stamp: AuditStamp) {
    const checked = await factor.checkProof(account.user.id, proof)
    if (!checked.ok && checked.error.kind === 'code-refused')
      await realm.recordRefusal(toRefusalEntry(stamp, account, 'factor'))
    return checked
  }

  /** Finds the account of a ticket; null when its password has changed since. */
  async function findTicketOwner(ticket: FactorTicket): Promise<AccountWithPassword | null> {
    const account = await store.findAccountById(ticket.subjectId)
    return account !== null && ticket.isForPassword(account.passwordHash ?? '') ? account : null
  }

  return {
    ...realm,
    factor,

    access: {
      entityFactor: realm.requireSession(toRule(findFactorRestriction)),
      entityReader: realm.requireSession(toRule(findReaderRestriction)),
      entityAdministrator: realm.requireSession(toRule(findAdministratorRestriction)),
      pendingEntity: realm.requireSession(toRule(findPendingRestriction)),
    },

    async logIn({ password, address, findDevice, verifyCheck, ...attempt }) {
      const accountKey = toAttemptKey(attempt)
      const credentials = { accountKey, password, address, knownAs: findDevice(accountKey) }
      const effort = await limits.findEntityEffort(realm.toSubjects(credentials))
      if (effort > 0 && !(await verifyCheck(effort))) return ok({ effort })
      const checked = await realm.checkPassword(credentials, () => store.findAccount(attempt))
      const { stamp } = attempt
      if (!checked.ok) {
        return checked.error.kind === 'invalid' ? refuse(stamp, checked.error.account, 'invalid') : err(checked.error)
      }
      await checked.value.settle()
      return continueLogin(checked.value.account, { ...attempt, address })
    },

    async logInWithFactor({ ticket: text, ...proof }, start) {
      const ticket = await factor.findTicket(text)
      const account = ticket && (await findTicketOwner(ticket))
      if (ticket === null || account === null) return err({ kind: 'ticket-expired' })
      const checked = await checkFactor(account, proof, start.stamp)
      if (!checked.ok) return checked
      const refusal = findRefusal(account, realNow(), true)
      if (refusal !== null) return refuse(start.stamp, account, refusal)
      return openOnce(() => startSession(account, start, consumeAll(ticket, checked.value)))
    },

    async checkOwnPassword({ id, user }, password, address) {
      const account = await store.findAccountById(user.id)
      if (account === null) return 'wrong'
      const accountKey = toAttemptKey({ entity: account.entityCode, username: account.username })
      const checked = await realm.checkPassword(
        { accountKey, password, address, knownAs: `session ${id}` },
        async () => account,
      )
      if (!checked.ok) return checked.error.kind === 'invalid' ? 'wrong' : checked.error
      await checked.value.settle()
      return 'right'
    },

    findAccount: ({ user }) => store.findAccountById(user.id),

    logOut: ({ id, user }, stamp) => store.end(id, now(), toUserEntry(stamp, user, 'signed-out')),

    findPasswordHash: ({ user }) => store.findPasswordHash(user.id),

    async renewPassword({ id: currentSessionId, user }, passwordHash, { device, address, stamp }) {
      const { id, issued } = realm.issueSession()
      const session = { id, userId: user.id, startedAt: now(), currentSessionId, device, address }
      const isRenewed = await store.renewPassword(session, passwordHash, toUserEntry(stamp, user, 'password-changed'))
      return isRenewed ? issued : null
    },

    deleteOldRows: () => store.deleteBefore(now() - SESSION_RETENTION_MS),
  }
}
