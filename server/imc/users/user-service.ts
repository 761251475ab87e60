import type { Transaction } from 'kysely'
import { recordAudit } from '#server/database/audit-store.ts'
import { type Database, runRefusable } from '#server/database/connection.ts'
import { withIdempotency } from '#server/database/idempotency.ts'
import type { Schema } from '#server/database/schema.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import type { ImcFailure } from '#server/imc/failures.ts'
import { type Actor, toAuditEntry } from '#server/imc/session/actor.ts'
import {
  type FirstPassword,
  findTakenNames,
  readMailEntity,
  toFirstMail,
  toUserRecord,
} from '#server/imc/users/new-user.ts'
import { createUserBatches, type UserBatches } from '#server/imc/users/user-batch-service.ts'
import { lockEntity } from '#server/imc/users/user-batch-store.ts'
import { addUser, editUser, findUser, requireUser, setActive } from '#server/imc/users/user-store.ts'
import { newId } from '#server/secrets.ts'
import { newTemporaryPassword } from '#server/security/new-password.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { DOCUMENT_TYPE_CODES } from '#src/domain/imc/users/document-types.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { activationRefusal } from '#src/domain/imc/users/user-actions.ts'
import {
  checkNewUser,
  checkUserEdit,
  findEditChanges,
  type NewUser,
  type UserEdit,
  type UserForm,
} from '#src/domain/imc/users/user-form.ts'
import { deriveUsername } from '#src/domain/imc/users/username.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { toIsoOrNull } from '#src/domain/time/bogota.ts'

export interface UserServiceParts {
  readonly database: Database
  readonly hashes: PasswordHashes
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
}

export interface UserService extends UserBatches {
  /**
   * Adds a user and returns the id. A user with an e-mail address gets a first password by mail.
   */
  create(actor: Actor, form: UserForm): Promise<Result<string, ImcFailure>>
  /**
   * Stores an edit. Fails when the user is no longer what the caller read. An edit without
   * `expected` values overwrites any other change (D81).
   */
  edit(actor: Actor, id: string, form: UserEdit, expected: ReadUser): Promise<Result<void, ImcFailure>>
  /** Sets whether a user is active (D35). */
  setActive(actor: Actor, id: string, active: boolean): Promise<Result<void, ImcFailure>>
}

/** What the caller read of a user. The version is compared; without one, `updatedAt`. */
interface ReadUser {
  readonly version?: number | undefined
  /** In ISO 8601, to the second; null for a user without a change. */
  readonly updatedAt?: string | null | undefined
}

type Tx = Transaction<Schema>

/**
 * Adds the user with the requested user name, or with the first free name derived from the person's
 * name. Returns the user name; null when the requested name is taken.
 */
async function addUnderFreeName(
  tx: Tx,
  actor: Actor,
  form: NewUser,
  { id, firstPassword }: { readonly id: string; readonly firstPassword: FirstPassword | null },
): Promise<string | null> {
  const { entityId } = actor.user
  const taken = form.username === '' ? await findTakenNames(tx, entityId, form.name) : new Set<string>()
  for (;;) {
    const username = form.username === '' ? deriveUsername(form.name, (name) => taken.has(name)) : form.username
    const isAdded = await addUser(tx, entityId, toUserRecord(actor, form, { id, username, firstPassword }))
    taken.add(username)
    if (isAdded) return username
    if (form.username !== '') return null
  }
}

/**
 * Stores whether the user is active, and the audit entry. Fails when the user got a request
 * meanwhile; does nothing when another call already stored the value.
 */
async function changeActive(tx: Tx, actor: Actor, id: string, active: boolean): Promise<Result<void, ImcFailure>> {
  const { user, stamp } = actor
  if (await setActive(tx, user.entityId, id, active, { at: stamp.at, by: user.name })) {
    const action = active ? 'user-activated' : 'user-deactivated'
    await recordAudit(tx, toAuditEntry(actor, action, id, { before: { active: !active }, after: { active } }))
    return ok(undefined)
  }
  const changedUser = await findUser(tx, user.entityId, id)
  const reason = changedUser === null ? null : activationRefusal(changedUser, active)
  return reason === null ? ok(undefined) : err({ kind: 'activation', reason })
}

interface CheckedEdit {
  /** The stored user. */
  readonly user: EntityUser
  readonly edit: UserEdit
  readonly expected: ReadUser
}

function isCurrent(user: EntityUser, { version, updatedAt }: ReadUser): boolean {
  if (version !== undefined) return version === user.version
  return updatedAt === undefined || updatedAt === toIsoOrNull(user.updatedAt)
}

/** Stores an edit that changes a value. Fails when another edit was stored meanwhile (D81). */
async function saveEdit(
  tx: Tx,
  actor: Actor,
  { user, edit, expected }: CheckedEdit,
): Promise<Result<void, ImcFailure>> {
  const changes = findEditChanges(user, edit)
  if (changes === null) return ok(undefined)
  const { entityId, name } = actor.user
  if (!isCurrent(user, expected) || !(await editUser(tx, entityId, user, edit, { at: actor.stamp.at, by: name }))) {
    return err({ kind: 'user-changed', by: user.updatedBy })
  }
  await recordAudit(tx, toAuditEntry(actor, 'user-edited', user.id, changes))
  return ok(undefined)
}

export function createUserService({ database, hashes, publicUrl }: UserServiceParts): UserService {
  /** Creates the first password; null for a user without an e-mail address. */
  async function createFirstPassword(form: NewUser): Promise<FirstPassword | null> {
    if (form.email === '') return null
    const password = newTemporaryPassword()
    return { password, hash: await hashes.hash(password) }
  }

  async function createUser(tx: Tx, actor: Actor, form: NewUser, firstPassword: FirstPassword | null) {
    const id = `usr-${newId()}`
    const username = await addUnderFreeName(tx, actor, form, { id, firstPassword })
    if (username === null) return err<ImcFailure>({ kind: 'username-taken', username: form.username })
    if (firstPassword !== null) {
      const entity = await readMailEntity(tx, actor, publicUrl)
      await enqueueMail(tx, toFirstMail(entity, form, username, firstPassword), actor.stamp.at)
    }
    const { role, name, active, contingency } = form
    const after = { name, username, role, active, contingency }
    await recordAudit(tx, toAuditEntry(actor, 'user-created', id, { after }))
    return ok(id)
  }

  return {
    async create(actor, form) {
      const checkedForm = checkNewUser(form, DOCUMENT_TYPE_CODES)
      if (!checkedForm.ok) return err({ kind: 'invalid-user', violations: checkedForm.error })
      // Hash before the transaction: a hash takes long, and SQLite has only one writer.
      const firstPassword = await createFirstPassword(checkedForm.value)
      return runRefusable<string, ImcFailure>(database, (tx) =>
        withIdempotency(tx, actor.keyedRequest, String, async () => {
          await lockEntity(tx, actor.user.entityId)
          return createUser(tx, actor, checkedForm.value, firstPassword)
        }),
      )
    },

    ...createUserBatches({ database, publicUrl, createFirstPassword }),

    edit: (actor, id, form, expected) =>
      runRefusable<void, ImcFailure>(database, async (tx) => {
        const user = await requireUser(tx, actor.user.entityId, id)
        if (!user.ok) return user
        const checkedForm = checkUserEdit(form, DOCUMENT_TYPE_CODES)
        if (!checkedForm.ok) return err({ kind: 'invalid-user', violations: checkedForm.error })
        return saveEdit(tx, actor, { user: user.value, edit: checkedForm.value, expected })
      }),

    setActive: (actor, id, active) =>
      runRefusable<void, ImcFailure>(database, async (tx) => {
        const user = await requireUser(tx, actor.user.entityId, id)
        if (!user.ok) return user
        const reason = activationRefusal(user.value, active)
        if (reason !== null) return err({ kind: 'activation', reason })
        if (user.value.active !== active) return changeActive(tx, actor, id, active)
        return ok(undefined)
      }),
  }
}
