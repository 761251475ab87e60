import { ROLE_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import type { NewUser } from '#src/domain/imc/users/user-form.ts'

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
