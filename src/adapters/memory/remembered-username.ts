import type { RememberedUsername } from '#src/application/identity/remembered-username.ts'

/** A user name that is kept as long as the record. */
export function createMemoryUsername(): RememberedUsername {
  let kept: string | null = null
  return {
    read: () => kept,
    write: (username) => {
      kept = username
    },
  }
}
