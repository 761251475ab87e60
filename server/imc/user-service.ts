import type { Transaction } from 'kysely'

import { recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { withIdempotency } from '#server/database/idempotency.ts'
import { runRefusable } from '#server/database/refusable-transaction.ts'
import type { Schema } from '#server/database/schema.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import { type Actor, toAuditEntry } from '#server/imc/actor.ts'
import { DOCUMENT_TYPE_CODES } from '#server/imc/document-types.ts'
import type { ImcFailure } from '#server/imc/failures.ts'
import { temporaryPasswordMail } from '#server/imc/imc-messages.ts'
import { requireUser } from '#server/imc/screen-conflicts.ts'
import { newTemporaryPassword } from '#server/imc/temporary-password.ts'
import { addUser, editUser, findEntityCode, findUser, listUsernameKeys, setActive } from '#server/imc/user-store.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { newId } from '#server/security/secrets.ts'
import type { EntityUser } from '#src/domain/imc/entity-user.ts'
import { activationRefusal } from '#src/domain/imc/user-actions.ts'
import { checkNewUser, checkUserEdit, type NewUser, type UserEdit, type UserForm } from '#src/domain/imc/user-form.ts'
import { deriveUsername, MAX_USERNAME_LENGTH } from '#src/domain/imc/username.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { toIsoOrNull } from '#src/domain/time/bogota.ts'

export interface UserServiceParts {
  readonly database: Database
  readonly hashes: PasswordHashes
  /** The portal's public address, without a final slash. */
  readonly publicUrl: () => string
}

export interface UserService {
  /** Adds a user and sends the first password by mail; returns the id. */
  create(actor: Actor, form: UserForm): Promise<Result<string, ImcFailure>>
  /**
   * `base` is the time of the user's last change that the caller saw, as the reply wrote it;
   * undefined saves over any change (D81).
   */
  edit(actor: Actor, id: string, form: UserEdit, base: string | null | undefined): Promise<Result<void, ImcFailure>>
  /** Sets whether a user is active (D35). */
  setActive(actor: Actor, id: string, active: boolean): Promise<Result<void, ImcFailure>>
}

/** The address where users of entities sign in. */
const LOGIN_PATH = '/imc/login'

/** The password for the first sign-in. */
interface FirstPassword {
  readonly password: string
  readonly hash: string
}

type Tx = Transaction<Schema>

const EDIT_FIELDS = ['name', 'documentType', 'documentNumber', 'checkDigit', 'position', 'telephone'] as const

/** The values that an edit changes, before and after it. */
function findChanges(user: EntityUser, edit: UserEdit) {
  const changed = EDIT_FIELDS.filter((field) => user[field] !== edit[field])
  const pickFrom = (values: UserEdit) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  return changed.length === 0 ? null : { before: pickFrom(user), after: pickFrom(edit) }
}

/** Digits that a derived user name leaves for the number that makes it unique. */
const MAX_NUMBER_DIGITS = 6

/** The user names that a name derived from the person's name may collide with. */
async function findTakenNames(tx: Tx, entityId: string, name: string): Promise<Set<string>> {
  const start = deriveUsername(name).slice(0, MAX_USERNAME_LENGTH - MAX_NUMBER_DIGITS)
  return new Set(await listUsernameKeys(tx, entityId, start))
}

/** Adds the user under its name, or under the first free name derived from the person's name. */
async function addUnderFreeName(
  tx: Tx,
  { user, stamp: { at } }: Actor,
  form: NewUser,
  { id, first }: { readonly id: string; readonly first: FirstPassword | null },
): Promise<string | null> {
  const taken = form.username === '' ? await findTakenNames(tx, user.entityId, form.name) : new Set<string>()
  for (;;) {
    const username = form.username === '' ? deriveUsername(form.name, (name) => taken.has(name)) : form.username
    const isAdded = await addUser(tx, user.entityId, {
      ...form,
      id,
      username,
      passwordHash: first?.hash ?? null,
      mustChangePassword: first !== null,
      contractPending: form.role === 'administrator',
      createdAt: at,
      createdBy: user.name,
    })
    if (isAdded) return username
    if (form.username !== '') return null
    taken.add(username)
  }
}

/** Stores the new value; fails when the user got a request meanwhile. */
async function changeActive(tx: Tx, actor: Actor, id: string, active: boolean): Promise<Result<void, ImcFailure>> {
  const { user, stamp } = actor
  if (await setActive(tx, user.entityId, id, active, { at: stamp.at, by: user.name })) {
    const action = active ? 'user-activated' : 'user-deactivated'
    await recordAudit(tx, toAuditEntry(actor, action, id, { before: { active: !active }, after: { active } }))
    return ok(undefined)
  }
  const changed = await findUser(tx, user.entityId, id)
  const reason = changed === null ? null : activationRefusal(changed, active)
  return reason === null ? ok(undefined) : err({ kind: 'activation', reason })
}

interface CheckedEdit {
  /** As it is stored. */
  readonly user: EntityUser
  readonly edit: UserEdit
  readonly base: string | null | undefined
}

/** Stores an edit unless it changes nothing; a change that the caller did not see refuses it. */
async function saveEdit(tx: Tx, actor: Actor, { user, edit, base }: CheckedEdit): Promise<Result<void, ImcFailure>> {
  const changes = findChanges(user, edit)
  if (changes === null) return ok(undefined)
  const { entityId, name } = actor.user
  const isSeen = base === undefined || base === toIsoOrNull(user.updatedAt)
  if (!isSeen || !(await editUser(tx, entityId, user, edit, { at: actor.stamp.at, by: name }))) {
    return err({ kind: 'user-changed', by: user.updatedBy })
  }
  await recordAudit(tx, toAuditEntry(actor, 'user-edited', user.id, changes))
  return ok(undefined)
}

export function createUserService({ database, hashes, publicUrl }: UserServiceParts): UserService {
  /** Null for a user without an e-mail address. */
  async function createFirstPassword(form: NewUser): Promise<FirstPassword | null> {
    if (form.email === '') return null
    const password = newTemporaryPassword()
    return { password, hash: await hashes.hash(password) }
  }

  async function add(tx: Tx, actor: Actor, form: NewUser, first: FirstPassword | null) {
    const { user, stamp } = actor
    const id = `usr-${newId()}`
    const username = await addUnderFreeName(tx, actor, form, { id, first })
    if (username === null) return err<ImcFailure>({ kind: 'username-taken', username: form.username })
    if (first !== null) {
      const mail = temporaryPasswordMail({
        email: form.email,
        name: form.name,
        username,
        password: first.password,
        entityName: user.entityName,
        entityCode: await findEntityCode(tx, user.entityId),
        address: `${publicUrl()}${LOGIN_PATH}`,
      })
      await enqueueMail(tx, mail, stamp.at)
    }
    const { role, name, active, contingency } = form
    await recordAudit(
      tx,
      toAuditEntry(actor, 'user-created', id, { after: { name, username, role, active, contingency } }),
    )
    return ok(id)
  }

  return {
    async create(actor, form) {
      const checked = checkNewUser(form, DOCUMENT_TYPE_CODES)
      if (!checked.ok) return err({ kind: 'invalid-user', violations: checked.error })
      // Before the transaction: a hash takes long, and SQLite has one writer.
      const first = await createFirstPassword(checked.value)
      return runRefusable<string, ImcFailure>(database, (tx) =>
        withIdempotency(tx, actor.keyed, String, () => add(tx, actor, checked.value, first)),
      )
    },

    edit: (actor, id, form, base) =>
      runRefusable<void, ImcFailure>(database, async (tx) => {
        const found = await requireUser(tx, actor.user.entityId, id)
        if (!found.ok) return found
        const checked = checkUserEdit(form, DOCUMENT_TYPE_CODES)
        if (!checked.ok) return err({ kind: 'invalid-user', violations: checked.error })
        return saveEdit(tx, actor, { user: found.value, edit: checked.value, base })
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
