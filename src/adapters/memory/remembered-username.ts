import type { RememberedUsername } from '#src/application/identity/remembered-username.ts'

/** A remembered user name in memory. */
export function createMemoryUsername(): RememberedUsername {
  let stored: string | null = null
  return {
    read: () => stored,
    write: (username) => {
      stored = username
    },
  }
}
