import type { RememberedUsername } from '#src/application/identity/ports.ts'

/** A remembered user name in memory. */
export function createMemoryUsername(): RememberedUsername {
  let rememberedUsername: string | null = null
  return {
    read: () => rememberedUsername,
    write: (username) => {
      rememberedUsername = username
    },
  }
}
