import type { Transaction } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { toChunks } from '#server/database/values.ts'
import { batchProblem, userProblems } from '#server/imc/imc-messages.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import { DOCUMENT_TYPE_CODES } from '#src/domain/imc/users/document-types.ts'
import {
  type BatchOutcome,
  type BatchRow,
  createRepetitions,
  findConflict,
  type KnownUsers,
  toPersonKey,
} from '#src/domain/imc/users/user-batch.ts'
import { checkNewUser, type NewUser } from '#src/domain/imc/users/user-form.ts'

type Tx = Transaction<Schema>

/** A row of a file: the valid user, or why the row is refused without a look at the entity. */
export type CheckedRow =
  | { readonly line: number; readonly user: NewUser; readonly outcome: null }
  | { readonly line: number; readonly user: null; readonly outcome: BatchOutcome }

/** Checks the rows by the rules of the form, and finds those that repeat another row. */
export function checkRows(rows: readonly BatchRow[]): readonly CheckedRow[] {
  const findRepetitions = createRepetitions()
  return rows.map(({ line, user }): CheckedRow => {
    const form = checkNewUser(user, DOCUMENT_TYPE_CODES)
    const problems = form.ok
      ? findRepetitions(line, form.value).map(({ field, firstLine }) => ({
          field,
          text: `Ya está en la línea ${firstLine} del archivo`,
        }))
      : userProblems(form.error)
    return form.ok && problems.length === 0
      ? { line, user: form.value, outcome: null }
      : { line, user: null, outcome: { line, kind: 'rejected', problems } }
  })
}

/** The users of an entity with whom the rows of a batch may collide; grows with each creation. */
export interface KnownBatch extends KnownUsers {
  add(user: NewUser, username: string): void
}

/** Reads the users with a document or a user name of the rows. */
export async function findKnownUsers(tx: Tx, entityId: string, rows: readonly CheckedRow[]): Promise<KnownBatch> {
  const users = rows.flatMap(({ user }) => user ?? [])
  const people = new Map<string, { readonly name: string; readonly username: string }>()
  const usernames = new Set<string>()
  const store = (person: Pick<NewUser, 'name' | 'documentType' | 'documentNumber'>, username: string) => {
    people.set(toPersonKey(person), { name: person.name, username })
    usernames.add(toAccountKey(username))
  }
  const select = () =>
    tx
      .selectFrom('imc_users')
      .select(['name', 'username', 'document_type as documentType', 'document_number as documentNumber'])
      .where('entity_id', '=', entityId)
  // A passport may be stored in other letters than the row has.
  const numbers = [
    ...new Set(users.flatMap(({ documentNumber: text }) => [text, text.toUpperCase(), text.toLowerCase()])),
  ]
  const keys = [...new Set(users.flatMap(({ username }) => (username === '' ? [] : [toAccountKey(username)])))]
  for (const chunk of toChunks(numbers)) {
    for (const row of await select().where('document_number', 'in', chunk).execute()) store(row, row.username)
  }
  for (const chunk of toChunks(keys)) {
    for (const row of await select().where('username_key', 'in', chunk).execute()) store(row, row.username)
  }
  return {
    findPerson: (key) => people.get(key) ?? null,
    hasUsername: (key) => usernames.has(key),
    add: store,
  }
}

/** Returns what a creation would do with a valid row. */
export function judgeRow(line: number, user: NewUser, known: KnownUsers): BatchOutcome {
  const conflict = findConflict(user, known)
  if (conflict === null) return { line, kind: 'ready' }
  if (conflict.kind === 'existing') return { line, kind: 'existing', username: conflict.username }
  return { line, kind: 'rejected', problems: [batchProblem(conflict)] }
}

/**
 * Lets no other call of the entity create users or change access until the transaction ends: two
 * files with the same person would not see each other.
 */
export async function lockEntity(tx: Tx, entityId: string): Promise<void> {
  await tx
    .updateTable('imc_entities')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', entityId)
    .execute()
}
