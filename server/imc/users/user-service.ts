import type { Transaction } from 'kysely'
import { recordAudit } from '#server/database/audit-store.ts'
import { type Database, runRefusable } from '#server/database/connection.ts'
import { withIdempotency } from '#server/database/idempotency.ts'
import type { Schema } from '#server/database/schema.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import type { ImcFailure } from '#server/imc/failures.ts'
import { batchProblem, temporaryPasswordMail } from '#server/imc/imc-messages.ts'
import { type Actor, toAuditEntry } from '#server/imc/session/actor.ts'
import {
  type CheckedRow,
  checkRows,
  findKnownUsers,
  judgeRow,
  type KnownBatch,
  lockEntity,
} from '#server/imc/users/user-batch-store.ts'
import {
  addUser,
  editUser,
  findEntityCode,
  findUser,
  listUsernameKeys,
  requireUser,
  setActive,
} from '#server/imc/users/user-store.ts'
import { newId } from '#server/secrets.ts'
import { newTemporaryPassword } from '#server/security/new-password.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { DOCUMENT_TYPE_CODES } from '#src/domain/imc/users/document-types.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { toTemporaryEnd } from '#src/domain/imc/users/temporary-password.ts'
import { activationRefusal } from '#src/domain/imc/users/user-actions.ts'
import type { BatchOutcome, BatchRow } from '#src/domain/imc/users/user-batch.ts'
import {
  checkNewUser,
  checkUserEdit,
  findEditChanges,
  type NewUser,
  type UserEdit,
  type UserForm,
} from '#src/domain/imc/users/user-form.ts'
import { deriveUsername, usernamePrefix } from '#src/domain/imc/users/username.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, toIsoOrNull } from '#src/domain/time/bogota.ts'

export interface UserServiceParts {
  readonly database: Database
  readonly hashes: PasswordHashes
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
}

export interface UserService {
  /**
   * Adds a user and returns the id. A user with an e-mail address gets a first password by mail.
   */
  create(actor: Actor, form: UserForm): Promise<Result<string, ImcFailure>>
  /** Tells what `createBatch` would do with each row of a file, without a change (D91). */
  checkBatch(actor: Actor, rows: readonly BatchRow[]): Promise<readonly BatchOutcome[]>
  /** Creates the valid rows of a part of a file, each as `create` does, in one transaction (D91). */
  createBatch(actor: Actor, rows: readonly BatchRow[]): Promise<Result<readonly BatchOutcome[], ImcFailure>>
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

/** The password for the first sign-in. */
interface FirstPassword {
  readonly password: string
  readonly hash: string
}

/** What the creation of a user needs besides the form. */
interface NewUserParts {
  readonly firstPassword: FirstPassword | null
  readonly taken: TakenNames
}

type Tx = Transaction<Schema>

/** The existing user names by their prefix, as far as a transaction has read them. */
type TakenNames = Map<string, Set<string>>

/** Finds the existing user names that a derived user name may equal. */
async function findTakenNames(tx: Tx, entityId: string, name: string, taken: TakenNames): Promise<Set<string>> {
  const prefix = usernamePrefix(name)
  const names = taken.get(prefix) ?? new Set(await listUsernameKeys(tx, entityId, prefix))
  taken.set(prefix, names)
  return names
}

const toPasswordFields = (firstPassword: FirstPassword | null, at: Instant) => ({
  passwordHash: firstPassword?.hash ?? null,
  mustChangePassword: firstPassword !== null,
  temporaryUntil: firstPassword && toTemporaryEnd(at),
})

/**
 * Adds the user with the requested user name, or with the first free name derived from the person's
 * name. Returns the user name; null when the requested name is taken.
 */
async function addUnderFreeName(
  tx: Tx,
  { user, stamp: { at } }: Actor,
  form: NewUser,
  { id, firstPassword, taken }: NewUserParts & { readonly id: string },
): Promise<string | null> {
  const takenNames =
    form.username === '' ? await findTakenNames(tx, user.entityId, form.name, taken) : new Set<string>()
  for (;;) {
    const username = form.username === '' ? deriveUsername(form.name, (name) => takenNames.has(name)) : form.username
    const isAdded = await addUser(tx, user.entityId, {
      ...form,
      id,
      username,
      ...toPasswordFields(firstPassword, at),
      contractPending: form.role === 'administrator',
      createdAt: at,
      createdBy: user.name,
    })
    takenNames.add(username)
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

/** A stored reply of this service. */
const readOutcomes = (reply: unknown) => reply as readonly BatchOutcome[]

export function createUserService({ database, hashes, publicUrl }: UserServiceParts): UserService {
  /** Creates the first password; null for a user without an e-mail address. */
  async function createFirstPassword(form: NewUser): Promise<FirstPassword | null> {
    if (form.email === '') return null
    const password = newTemporaryPassword()
    return { password, hash: await hashes.hash(password) }
  }

  async function createUser(tx: Tx, actor: Actor, form: NewUser, parts: NewUserParts) {
    const { firstPassword } = parts
    const { user, stamp } = actor
    const id = `usr-${newId()}`
    const username = await addUnderFreeName(tx, actor, form, { ...parts, id })
    if (username === null) return err<ImcFailure>({ kind: 'username-taken', username: form.username })
    if (firstPassword !== null) {
      const mail = temporaryPasswordMail({
        email: form.email,
        name: form.name,
        username,
        password: firstPassword.password,
        entityName: user.entityName,
        entityCode: await findEntityCode(tx, user.entityId),
        loginUrl: `${publicUrl()}${SCREENS.imcLogin.path}`,
      })
      await enqueueMail(tx, mail, stamp.at)
    }
    const { role, name, active, contingency } = form
    await recordAudit(
      tx,
      toAuditEntry(actor, 'user-created', id, { after: { name, username, role, active, contingency } }),
    )
    return ok({ id, username })
  }

  interface BatchParts {
    readonly known: KnownBatch
    /** The first passwords by line; null without an e-mail address. */
    readonly passwords: ReadonlyMap<number, FirstPassword | null>
    readonly taken: TakenNames
  }

  async function createRow(tx: Tx, actor: Actor, row: CheckedRow, { known, passwords, taken }: BatchParts) {
    if (row.user === null) return row.outcome
    const { line, user } = row
    const outcome = judgeRow(line, user, known)
    if (outcome.kind !== 'ready') return outcome
    const firstPassword = passwords.has(line) ? (passwords.get(line) ?? null) : await createFirstPassword(user)
    const created = await createUser(tx, actor, user, { firstPassword, taken })
    if (!created.ok) return { line, kind: 'rejected', problems: [batchProblem({ kind: 'username-taken' })] } as const
    const { username } = created.value
    known.add(user, username)
    return { line, kind: 'created', username } as const
  }

  return {
    async create(actor, form) {
      const checkedForm = checkNewUser(form, DOCUMENT_TYPE_CODES)
      if (!checkedForm.ok) return err({ kind: 'invalid-user', violations: checkedForm.error })
      // Hash before the transaction: a hash takes long, and SQLite has only one writer.
      const firstPassword = await createFirstPassword(checkedForm.value)
      return runRefusable<string, ImcFailure>(database, (tx) =>
        withIdempotency(tx, actor.keyedRequest, String, async () => {
          const created = await createUser(tx, actor, checkedForm.value, { firstPassword, taken: new Map() })
          return created.ok ? ok(created.value.id) : created
        }),
      )
    },

    async checkBatch({ user: { entityId } }, rows) {
      const checked = checkRows(rows)
      return database.transaction(async (tx) => {
        const known = await findKnownUsers(tx, entityId, checked)
        return checked.map(({ line, user, outcome }) => outcome ?? judgeRow(line, user, known))
      })
    },

    async createBatch(actor, rows) {
      const { entityId } = actor.user
      const checked = checkRows(rows)
      // Only for rows that will probably be created: a retry does not hash again.
      const expected = await database.transaction((tx) => findKnownUsers(tx, entityId, checked))
      const passwords = new Map<number, FirstPassword | null>()
      await Promise.all(
        checked.map(async ({ line, user }) => {
          if (user !== null && judgeRow(line, user, expected).kind === 'ready') {
            passwords.set(line, await createFirstPassword(user))
          }
        }),
      )
      return runRefusable<readonly BatchOutcome[], ImcFailure>(database, (tx) =>
        withIdempotency(tx, actor.keyedRequest, readOutcomes, async () => {
          await lockEntity(tx, entityId)
          const known = await findKnownUsers(tx, entityId, checked)
          const parts = { known, passwords, taken: new Map() }
          const outcomes: BatchOutcome[] = []
          for (const row of checked) outcomes.push(await createRow(tx, actor, row, parts))
          return ok(outcomes)
        }),
      )
    },

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
