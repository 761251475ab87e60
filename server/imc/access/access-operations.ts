import type { Transaction } from 'kysely'
import { type AuditStamp, OPERATOR, recordAudit } from '#server/database/audit-store.ts'
import { runRefusable } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import { ACCESS_CHANGED } from '#server/imc/access/access-messages.ts'
import { type AccessServiceDeps, changeAccess, endRecorded } from '#server/imc/access/access-service.ts'
import { findUserId, listAccess } from '#server/imc/access/access-store.ts'
import { findEntityId, findEntityName } from '#server/imc/entity-store.ts'
import { type ImcFailure, toStatus } from '#server/imc/failures.ts'
import { failureMessage, temporaryPasswordMail } from '#server/imc/imc-messages.ts'
import type { AccountName } from '#server/imc/session/imc-session-store.ts'
import { lockEntity } from '#server/imc/users/user-batch-store.ts'
import { addUser } from '#server/imc/users/user-store.ts'
import { newId } from '#server/secrets.ts'
import { newTemporaryPassword } from '#server/security/new-password.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { AccessChange, AccessPerson } from '#src/domain/imc/users/access.ts'
import { toTemporaryEnd } from '#src/domain/imc/users/temporary-password.ts'
import { EMPTY_EDIT } from '#src/domain/imc/users/user-form.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** An administrator whom the operator adds. */
export interface AdministratorForm {
  readonly name: string
  readonly username: string
  readonly email: string
  readonly documentType: string
  readonly documentNumber: string
}

/** The reply to a refused call. */
interface Refusal {
  readonly status: number
  readonly message: string
}

/** The operator's work on who can sign in for an entity (D111). Null: unknown entity or person. */
export interface AccessOperations {
  listAccess(code: string, stamp: AuditStamp): Promise<readonly AccessPerson[] | null>
  addAdministrator(code: string, form: AdministratorForm, stamp: AuditStamp): Promise<Result<void, Refusal> | null>
  /** Returns the message for the operator. */
  changeAccess(name: AccountName, change: AccessChange, stamp: AuditStamp): Promise<Result<string, Refusal> | null>
  /** Ends the sessions of one person, or of all with null. Returns their number. */
  endSessions(code: string, username: string | null, stamp: AuditStamp): Promise<number | null>
}

/** A temporary password with its hash. */
interface FirstPassword {
  readonly password: string
  readonly hash: string
}

/** Creates the temporary password of an administrator, before the transaction that stores it. */
export async function createFirstPassword({ hashes }: Pick<AccessServiceDeps, 'hashes'>): Promise<FirstPassword> {
  const password = newTemporaryPassword()
  return { password, hash: await hashes.hash(password) }
}

interface NewAdministrator {
  readonly entityId: string
  readonly form: AdministratorForm
  readonly first: FirstPassword
  readonly publicUrl: () => string
  readonly stamp: AuditStamp
}

/**
 * Adds an administrator, who gets a temporary password by mail. The contract is not pending, because
 * the operator already has it. Returns the id; null when the entity has the user name.
 */
export async function insertAdministrator(
  tx: Transaction<Schema>,
  { entityId, form, first, publicUrl, stamp }: NewAdministrator,
): Promise<string | null> {
  const id = newId()
  const isAdded = await addUser(tx, entityId, {
    ...EMPTY_EDIT,
    ...form,
    id,
    role: 'administrator',
    active: true,
    contingency: false,
    passwordHash: first.hash,
    mustChangePassword: true,
    temporaryUntil: toTemporaryEnd(stamp.at),
    contractPending: false,
    createdAt: stamp.at,
    createdBy: null,
  })
  if (!isAdded) return null
  const { name: entityName, code: entityCode } = await findEntityName(tx, entityId)
  const { email, name, username } = form
  const loginUrl = `${publicUrl()}${SCREENS.imcLogin.path}`
  const mail = temporaryPasswordMail({
    email,
    name,
    username,
    password: first.password,
    entityName,
    entityCode,
    loginUrl,
  })
  await enqueueMail(tx, mail, stamp.at)
  return id
}

const toRefusal = (failure: ImcFailure): Refusal => ({ status: toStatus(failure), message: failureMessage(failure) })

/** The parts of a change that the operator makes. */
const toOperatorCaller = (entityId: string, stamp: AuditStamp) => ({
  entityId,
  caller: null,
  at: stamp.at,
  sessionAt: stamp.at,
  toEntry: (
    action: 'user-activated' | 'user-deactivated' | 'password-sent' | 'session-ended',
    target: string,
    values: object,
  ) => ({
    ...stamp,
    ...OPERATOR,
    entityId,
    action,
    target,
    ...values,
  }),
})

export function createAccessOperations(deps: AccessServiceDeps): AccessOperations {
  const { database } = deps

  return {
    async listAccess(code, { at }) {
      const entityId = await findEntityId(database.db, code)
      return entityId === null ? null : listAccess(database.db, entityId, at)
    },

    async addAdministrator(code, form, stamp) {
      const entityId = await findEntityId(database.db, code)
      if (entityId === null) return null
      const first = await createFirstPassword(deps)
      const result = await runRefusable<void, ImcFailure>(database, async (tx) => {
        await lockEntity(tx, entityId)
        const target = await insertAdministrator(tx, { entityId, form, first, publicUrl: deps.publicUrl, stamp })
        if (target === null) return err({ kind: 'username-taken', username: form.username })
        const { name, username } = form
        const after = { name, username, role: 'administrator' }
        await recordAudit(tx, { ...stamp, ...OPERATOR, entityId, action: 'user-created', target, after })
        return ok(undefined)
      })
      return result.ok ? result : err(toRefusal(result.error))
    },

    async changeAccess(name, change, stamp) {
      const entityId = await findEntityId(database.db, name.entity)
      const userId = entityId && (await findUserId(database.db, entityId, name.username))
      if (entityId === null || userId === null) return null
      const result = await changeAccess(deps, { ...toOperatorCaller(entityId, stamp), userId, change })
      return result.ok ? ok(ACCESS_CHANGED[change]) : err(toRefusal(result.error))
    },

    async endSessions(code, username, stamp) {
      const entityId = await findEntityId(database.db, code)
      if (entityId === null) return null
      const userId = username === null ? null : await findUserId(database.db, entityId, username)
      if (username !== null && userId === null) return null
      return database.transaction((tx) => endRecorded(tx, { ...toOperatorCaller(entityId, stamp), userId }))
    },
  }
}
