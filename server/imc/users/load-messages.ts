import { ROLE_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import type { NewUser } from '#src/domain/imc/users/user-form.ts'
import { formatCount } from '#src/domain/money.ts'

/** The object of the audit entry of a part of a file: its lines. */
export const loadedLines = (first: number, last: number): string =>
  first === last ? `línea ${first}` : `líneas ${first} a ${last}`

/** A created person in the audit entry: `Ana Ruiz (aruiz)`, with what differs from an active user. */
export function loadedPerson({ name, role, active, contingency }: NewUser, username: string): string {
  const facts = [
    ...(role === 'user' ? [] : [ROLE_WORDS[role]]),
    ...(active ? [] : ['inactivo']),
    ...(contingency ? ['contingencia'] : []),
  ]
  return `${name} (${[username, ...facts].join(', ')})`
}

/** Maximum length of a list of people in a page: a file has up to 10,000. The stored line has all. */
const MAX_PEOPLE_LENGTH = 1_000

/** Shortens the list of the people of a file after a whole one. */
export function shortenPeople(people: string): string {
  if (people.length <= MAX_PEOPLE_LENGTH) return people
  const shown = people.slice(0, people.lastIndexOf('; ', MAX_PEOPLE_LENGTH))
  const count = (list: string) => list.split('; ').length
  return `${shown}; y otras ${formatCount(count(people) - count(shown))}`
}
