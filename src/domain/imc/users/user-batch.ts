import { toAccountKey } from '#src/domain/identity/account.ts'
import type { NewUser, UserForm } from '#src/domain/imc/users/user-form.ts'
import { foldText } from '#src/domain/text.ts'

/** Largest file of users (D91). */
export const MAX_USER_FILE_BYTES = 5_000_000
export const MAX_USER_FILE_ROWS = 10_000

/** Rows of one call that checks, and of one that creates and hashes passwords (D91): others wait for it. */
export const CHECK_BATCH_ROWS = 500
export const CREATE_BATCH_ROWS = 10

/** Maximum rows of one call that creates: programs may send larger parts than the portal. */
export const MAX_CREATE_ROWS = 50

/** A new user of a file, and the line of the file on which the user starts. */
export interface BatchRow {
  readonly line: number
  readonly user: UserForm
}

/** The file of a part that creates users: its parts have one entry of the audit together. */
export interface BatchLoad {
  readonly id: string
  /** No part follows. */
  readonly isLast: boolean
}

/** A part of a file to create, once per key. */
export interface CreateBatch {
  readonly rows: readonly BatchRow[]
  readonly key: string
  readonly load: BatchLoad
}

/** What is wrong in a row; `field` is null when it concerns the whole row. */
export interface RowProblem {
  readonly field: keyof UserForm | null
  readonly text: string
}

/** What the service did, or would do, with a row. `existing`: the entity has this person. */
export type BatchOutcome = { readonly line: number } & (
  | { readonly kind: 'ready' }
  | { readonly kind: 'created' | 'existing'; readonly username: string }
  | { readonly kind: 'rejected'; readonly problems: readonly RowProblem[] }
)

/** A person is identified by the document. */
export const toPersonKey = ({ documentType, documentNumber }: Pick<UserForm, 'documentType' | 'documentNumber'>) =>
  `${documentType} ${documentNumber.toUpperCase()}`

interface KnownUser {
  readonly name: string
  readonly username: string
}

/** The users of an entity with whom rows may collide, by `toPersonKey` and `toAccountKey`. */
export interface KnownUsers {
  findPerson(key: string): KnownUser | null
  hasUsername(key: string): boolean
}

export type RowConflict =
  | { readonly kind: 'existing'; readonly username: string }
  | { readonly kind: 'document-taken'; readonly by: KnownUser }
  | { readonly kind: 'username-taken' }

const toNameKey = (name: string) => foldText(name).trim().replaceAll(/\s+/g, ' ')

/**
 * Compares a row with the users of the entity (D91). The same document and name are the same
 * person, whom a repeated file does not create again; another name is a wrong document.
 */
export function findConflict(user: NewUser, users: KnownUsers): RowConflict | null {
  const person = users.findPerson(toPersonKey(user))
  if (person !== null) {
    const isSame = toNameKey(person.name) === toNameKey(user.name)
    return isSame ? { kind: 'existing', username: person.username } : { kind: 'document-taken', by: person }
  }
  return user.username !== '' && users.hasUsername(toAccountKey(user.username)) ? { kind: 'username-taken' } : null
}

export interface Repetition {
  readonly field: 'documentNumber' | 'username'
  /** The line of the first row with the value. */
  readonly firstLine: number
}

/** Finds rows of the same file with the same document or user name; every row but the first. */
export function createRepetitions(): (line: number, user: NewUser) => readonly Repetition[] {
  const people = new Map<string, number>()
  const usernames = new Map<string, number>()
  const findFirst = (lines: Map<string, number>, key: string, line: number) => {
    const first = lines.get(key)
    if (first === undefined) lines.set(key, line)
    return first
  }
  return (line, user) => {
    const person = findFirst(people, toPersonKey(user), line)
    const username = user.username === '' ? undefined : findFirst(usernames, toAccountKey(user.username), line)
    return [
      ...(person === undefined ? [] : [{ field: 'documentNumber', firstLine: person } as const]),
      ...(username === undefined ? [] : [{ field: 'username', firstLine: username } as const]),
    ]
  }
}
