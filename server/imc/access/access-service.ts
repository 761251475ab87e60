import type { Transaction } from 'kysely'
import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import { type Database, runRefusable } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import { activationMail, newPasswordMail } from '#server/imc/access/access-messages.ts'
import {
  type Ender,
  endEntitySessions,
  listAccess,
  setAdministratorActive,
  setTemporaryPassword,
} from '#server/imc/access/access-store.ts'
import { findEntityName } from '#server/imc/entity-store.ts'
import type { ImcFailure } from '#server/imc/failures.ts'
import { lockEntity } from '#server/imc/users/user-batch-store.ts'
import { explainMissingUser } from '#server/imc/users/user-store.ts'
import { newTemporaryPassword } from '#server/security/new-password.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { type AccessChange, type AccessPerson, findAccessRefusal } from '#src/domain/imc/users/access.ts'
import { toTemporaryEnd } from '#src/domain/imc/users/temporary-password.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { formatTime, type Instant, toDate } from '#src/domain/time/bogota.ts'

type Tx = Transaction<Schema>

/** Who changes the access of whom. */
export interface AccessRequest {
  readonly entityId: string
  readonly userId: string
  readonly change: AccessChange
  /** The administrator; null for the operator. */
  readonly caller: { readonly id: string; readonly name: string } | null
  /** The real clock. */
  readonly at: Instant
  /** The session clock. */
  readonly sessionAt: Instant
  readonly toEntry: (
    action: 'user-activated' | 'user-deactivated' | 'password-sent' | 'session-ended',
    target: string,
    values: Pick<AuditEntry, 'before' | 'after'>,
  ) => AuditEntry
}

export interface AccessServiceDeps {
  readonly database: Database
  readonly hashes: PasswordHashes
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
}

/** The temporary password of a request that sends one. */
interface NewPassword {
  readonly password: string
  readonly hash: string
}

/** The name of the operator as author of a change. */
const OPERATOR_NAME = 'Operaciones'

/** Ends sessions, with one audit entry for each person. Returns their number. */
export async function endRecorded(
  tx: Tx,
  {
    entityId,
    userId,
    caller,
    sessionAt,
    toEntry,
  }: Omit<AccessRequest, 'userId' | 'change' | 'at'> & {
    readonly userId: string | null
  },
): Promise<number> {
  const by: Ender = caller === null ? 'operator' : 'administrator'
  const ended = await endEntitySessions(tx, { entityId, userId }, by, sessionAt)
  for (const [id, devices] of ended) {
    const after = { sessions: devices.length, devices: devices.filter(Boolean).join(', ') }
    await recordAudit(tx, toEntry('session-ended', id, { after }))
  }
  return [...ended.values()].flat().length
}

async function setActive(tx: Tx, request: AccessRequest, person: AccessPerson, entityName: string) {
  const { caller, at, change, toEntry } = request
  const active = change === 'activate'
  if (person.active === active) return
  await setAdministratorActive(tx, person.id, active, { at, by: caller?.name ?? OPERATOR_NAME })
  const values = { before: { active: !active }, after: { active } }
  await recordAudit(tx, toEntry(active ? 'user-activated' : 'user-deactivated', person.id, values))
  if (!active) await endRecorded(tx, request)
  const mail = { email: person.email, name: person.name, entityName, by: caller?.name ?? null, at }
  if (person.email !== '') await enqueueMail(tx, activationMail(mail, active), at)
}

const toAuditEnd = (until: Instant | null) => ({
  temporaryUntil: until === null ? null : `${toDate(until)}, ${formatTime(until)}`,
})

async function replacePassword(
  tx: Tx,
  request: AccessRequest,
  person: AccessPerson,
  { password, hash }: NewPassword,
  entity: { readonly name: string; readonly code: string; readonly loginUrl: string },
) {
  const { caller, at, toEntry } = request
  const until = toTemporaryEnd(at)
  await setTemporaryPassword(tx, person.id, hash, until, { at, by: caller?.name ?? OPERATOR_NAME })
  const values = { before: toAuditEnd(person.temporary?.until ?? null), after: toAuditEnd(until) }
  await recordAudit(tx, toEntry('password-sent', person.id, values))
  await endRecorded(tx, request)
  const { email, name, username } = person
  const author = { entityName: entity.name, by: caller?.name ?? null, at }
  const access = { entityCode: entity.code, username, password, loginUrl: entity.loginUrl }
  await enqueueMail(tx, newPasswordMail({ email, name, ...author, ...access }), at)
}

/** Finds the person of a request, if the caller may make its change. */
async function findPerson(tx: Tx, request: AccessRequest): Promise<Result<AccessPerson, ImcFailure>> {
  const { entityId, userId, change, caller, at, sessionAt } = request
  const people = await listAccess(tx, entityId, sessionAt)
  if (caller !== null && people.find(({ id }) => id === caller.id)?.active !== true) {
    return err({ kind: 'caller-inactive' })
  }
  const person = people.find(({ id }) => id === userId)
  if (person === undefined) return err(await explainMissingUser(tx, entityId, userId))
  const reason = findAccessRefusal(person, change, people, { callerId: caller?.id ?? null, at })
  return reason === null ? ok(person) : err({ kind: 'access', reason })
}

/**
 * Changes the access of a person (D111). Changes of one entity run one after the other: of two
 * administrators who deactivate each other at once, the second finds itself inactive.
 */
export async function changeAccess(
  { database, hashes, publicUrl }: AccessServiceDeps,
  request: AccessRequest,
): Promise<Result<void, ImcFailure>> {
  const { entityId, change } = request
  // Hash before the transaction: a hash takes long, and SQLite has only one writer.
  const password = newTemporaryPassword()
  const sent = change === 'send-password' ? { password, hash: await hashes.hash(password) } : null
  return runRefusable<void, ImcFailure>(database, async (tx) => {
    await lockEntity(tx, entityId)
    const person = await findPerson(tx, request)
    if (!person.ok) return person
    const entity = await findEntityName(tx, entityId)
    const loginUrl = `${publicUrl()}${SCREENS.imcLogin.path}`
    if (sent === null) await setActive(tx, request, person.value, entity.name)
    else await replacePassword(tx, request, person.value, sent, { ...entity, loginUrl })
    return ok(undefined)
  })
}
