import type { Kysely, Updateable } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { toChunks } from '#server/database/values.ts'
import { findUserOwnership } from '#server/imc/entity-store.ts'
import { type ImcFailure, toMissing } from '#server/imc/failures.ts'
import type { ImcUserTable } from '#server/imc/imc-tables.ts'
import { type ListParts, readParts } from '#server/imc/read-parts.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import type { AssignableUser } from '#src/domain/imc/screens/screen.ts'
import { type DocumentTypeCode, isDocumentTypeCode } from '#src/domain/imc/users/document-types.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import type { ImcRole } from '#src/domain/imc/users/roles.ts'
import type { UserEdit } from '#src/domain/imc/users/user-form.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { foldText } from '#src/domain/text.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Characters of a trigram. */
export const GRAM_LENGTH = 3

/** Converts a name for comparison: lower case, no accents, single spaces. */
export const toNameKey = (name: string): string => foldText(name).trim().replaceAll(/\s+/g, ' ')

/**
 * Returns the different trigrams of a key. Only keys with all trigrams of a text can contain the
 * text.
 */
export function toGrams(key: string): readonly string[] {
  const characters = [...key]
  const grams = characters.slice(GRAM_LENGTH - 1).map((_, i) => characters.slice(i, i + GRAM_LENGTH).join(''))
  return [...new Set(grams)]
}

/** A user to add. */
export interface UserRecord extends UserEdit {
  readonly id: string
  readonly username: string
  readonly role: ImcRole
  readonly email: string
  readonly active: boolean
  readonly contingency: boolean
  /** Null for a user who cannot sign in. */
  readonly passwordHash: string | null
  readonly mustChangePassword: boolean
  /** When the temporary password ends; without it, never (D111). */
  readonly temporaryUntil?: Instant | null
  readonly contractPending: boolean
  readonly createdAt: Instant
  readonly createdBy: string | null
}

/** Author and time of a change. */
interface Change {
  readonly at: Instant
  /** The name of the person. */
  readonly by: string
}

type Queries = Kysely<Schema>

const toNullable = (text: string) => (text === '' ? null : text)

/**
 * Selects the users of an entity with their screen, else with the target of their open request. A
 * user has at most one screen and one open request, so each user has one row.
 */
export const selectUsers = (db: Queries, entityId: string) =>
  db
    .selectFrom('imc_users as user')
    .leftJoin('imc_screens as held_screen', (join) =>
      join.onRef('held_screen.user_id', '=', 'user.id').onRef('held_screen.entity_id', '=', 'user.entity_id'),
    )
    .leftJoin('imc_requests as request', 'request.open_user_id', 'user.id')
    .leftJoin('imc_request_screens as target_row', (join) =>
      join.onRef('target_row.request_id', '=', 'request.id').on('target_row.role', '=', 'target'),
    )
    .leftJoin('imc_screens as target_screen', 'target_screen.id', 'target_row.screen_id')
    .leftJoin('imc_subscriptions as subscription', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb(ref('subscription.number'), '=', fn.coalesce('held_screen.number', 'target_screen.number')),
      ),
    )
    .leftJoin('imc_profiles as profile', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb(ref('profile.id'), '=', fn.coalesce('held_screen.profile_id', 'request.profile_id')),
      ),
    )
    .leftJoin('documents as contract', 'contract.user_id', 'user.id')
    .where('user.entity_id', '=', entityId)
    .selectAll('user')
    .select(['subscription.number', 'subscription.package_id', 'profile.name as profile', 'contract.id as contract_id'])

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number]

export const toEntityUser = (row: UserRow): EntityUser => ({
  id: row.id,
  username: row.username,
  role: row.role,
  name: row.name,
  status: row.status,
  profile: row.profile ?? '',
  active: row.active === 1,
  contingency: row.exempt === 1,
  email: row.email ?? '',
  position: row.position ?? '',
  telephone: row.phone ?? '',
  documentType: row.document_type,
  documentNumber: row.document_number,
  checkDigit: row.check_digit ?? '',
  createdAt: row.created_at,
  createdBy: row.created_by ?? '',
  updatedAt: row.updated_at,
  updatedBy: row.updated_by ?? '',
  version: row.version,
  subscription: row.number,
  packageId: row.package_id,
  contractPending: row.contract_pending === 1,
  hasContract: row.contract_id !== null,
})

/** Finds the entity code that users type at the login. */
export async function findEntityCode(db: Queries, entityId: string): Promise<string> {
  const row = await db.selectFrom('imc_entities').select('code').where('id', '=', entityId).executeTakeFirstOrThrow()
  return row.code
}

/** Lists all users of an entity by name, in parts. */
export async function* listUsers(db: Queries, entityId: string): ListParts<EntityUser> {
  const ids = await db
    .selectFrom('imc_users')
    .select('id')
    .where('entity_id', '=', entityId)
    .orderBy('name_key')
    .orderBy('id')
    .execute()
  yield* readParts(ids, async (part) =>
    (await selectUsers(db, entityId).where('user.id', 'in', part).execute()).map((row) => [row.id, toEntityUser(row)]),
  )
}

export async function findUser(db: Queries, entityId: string, id: string): Promise<EntityUser | null> {
  const row = await selectUsers(db, entityId).where('user.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toEntityUser(row)
}

/** Returns the failure for a user whom the entity does not have. */
export async function explainMissingUser(tx: Queries, entityId: string, id: string): Promise<ImcFailure> {
  const ownership = await findUserOwnership(tx, entityId, id)
  return toMissing(ownership === 'own' ? 'unknown' : ownership, 'user')
}

/** Finds a user of the entity. */
export async function requireUser(tx: Queries, entityId: string, id: string): Promise<Result<EntityUser, ImcFailure>> {
  const user = await findUser(tx, entityId, id)
  if (user !== null) return ok(user)
  return err(await explainMissingUser(tx, entityId, id))
}

/** Lists the active users without a screen and without an open request, by name. */
export const listAssignable = (db: Queries, entityId: string): Promise<readonly AssignableUser[]> =>
  db
    .selectFrom('imc_users')
    .select(['id', 'name'])
    .where('entity_id', '=', entityId)
    .where('status', '=', 'available')
    .where('active', '=', 1)
    .orderBy('name_key')
    .orderBy('id')
    .execute()

const toGramRows = (entityId: string, id: string, name: string) => {
  const key = toNameKey(name)
  return toGrams(key).map((gram) => ({ entity_id: entityId, gram, name_key: key, user_id: id }))
}

async function addGrams(tx: Queries, entityId: string, id: string, name: string) {
  const rows = toGramRows(entityId, id, name)
  if (rows.length > 0) await tx.insertInto('imc_user_grams').values(rows).execute()
}

const toUserRow = (entityId: string, user: UserRecord, status: ImcUserTable['status']) => ({
  id: user.id,
  entity_id: entityId,
  username: user.username,
  username_key: toAccountKey(user.username),
  role: user.role,
  status,
  active: user.active ? 1 : 0,
  exempt: user.contingency ? 1 : 0,
  email: toNullable(user.email),
  ...toEditColumns(user),
  password_hash: user.passwordHash,
  must_change_password: user.mustChangePassword ? 1 : 0,
  temporary_until: user.temporaryUntil ?? null,
  contract_pending: user.contractPending ? 1 : 0,
  created_at: user.createdAt,
  created_by: user.createdBy,
})

/** Adds a user without a screen; returns false when the entity already has the user name. */
export async function addUser(tx: Queries, entityId: string, user: UserRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('imc_users')
    .values(toUserRow(entityId, user, 'available'))
    .onConflict((conflict) => conflict.columns(['entity_id', 'username_key']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await addGrams(tx, entityId, user.id, user.name)
  return true
}

/**
 * Lists the user name keys that are a prefix with a number or without one. The prefix may contain
 * only letters and digits. A range reads only these rows, which LIKE does not on both engines.
 */
export async function listUsernameKeys(db: Queries, entityId: string, prefix: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('imc_users')
    .select('username_key')
    .where('entity_id', '=', entityId)
    .where('username_key', '>=', toAccountKey(prefix))
    // The first letter follows all digits, in every collation.
    .where('username_key', '<', `${toAccountKey(prefix)}a`)
    .execute()
  return rows.map((row) => row.username_key)
}

/** Adds many users, each with its status. */
export async function addUsers(
  tx: Queries,
  entityId: string,
  users: readonly (UserRecord & { readonly status: ImcUserTable['status'] })[],
): Promise<void> {
  for (const part of toChunks(users)) {
    await tx
      .insertInto('imc_users')
      .values(part.map((user) => toUserRow(entityId, user, user.status)))
      .execute()
    const grams = part.flatMap(({ id, name }) => toGramRows(entityId, id, name))
    for (const rows of toChunks(grams)) await tx.insertInto('imc_user_grams').values(rows).execute()
  }
}

/** Returns the code of a type of identity document. The callers have checked the code. */
function toDocumentType(code: string): DocumentTypeCode {
  if (isDocumentTypeCode(code)) return code
  throw new RangeError(`document type ${code}`)
}

const toEditColumns = (edit: UserEdit) => ({
  name: edit.name,
  name_key: toNameKey(edit.name),
  position: toNullable(edit.position),
  phone: toNullable(edit.telephone),
  document_type: toDocumentType(edit.documentType),
  document_number: edit.documentNumber,
  check_digit: toNullable(edit.checkDigit),
})

/** Changes a user: stores the values, the author and the time, and adds 1 to the version. */
const updateUser = (tx: Queries, entityId: string, id: string, values: Updateable<ImcUserTable>, { at, by }: Change) =>
  tx
    .updateTable('imc_users')
    .set(({ eb }) => ({ ...values, updated_at: at, updated_by: by, version: eb('version', '+', 1) }))
    .where('entity_id', '=', entityId)
    .where('id', '=', id)

/**
 * Stores the fields that an edit can change. Returns false when the user was changed since the
 * caller read the user.
 */
export async function editUser(
  tx: Queries,
  entityId: string,
  { id, version }: Pick<EntityUser, 'id' | 'version'>,
  edit: UserEdit,
  change: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await updateUser(tx, entityId, id, toEditColumns(edit), change)
    .where('version', 'is not distinct from', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx.deleteFrom('imc_user_grams').where('entity_id', '=', entityId).where('user_id', '=', id).execute()
  await addGrams(tx, entityId, id, edit.name)
  return true
}

/**
 * Activates or deactivates a user; returns false when this is already done or no longer possible.
 * The update checks the rules of `activationRefusal` again, because a concurrent request may have
 * changed the user.
 */
export async function setActive(
  tx: Queries,
  entityId: string,
  id: string,
  active: boolean,
  change: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await updateUser(tx, entityId, id, { active: active ? 1 : 0 }, change)
    .where('role', '=', 'user')
    .where('active', '=', active ? 0 : 1)
    .$if(!active, (update) => update.where('status', '=', 'available'))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Records that an administrator's contract is no longer pending. */
export async function clearContractPending(tx: Queries, entityId: string, id: string, change: Change): Promise<void> {
  await updateUser(tx, entityId, id, { contract_pending: 0 }, change).execute()
}
