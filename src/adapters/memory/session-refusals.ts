import type { SessionRefusals } from '#src/application/ports/session-refusals.ts'

/** A service that refuses the session when it is told to. */
export interface MemorySessionRefusals extends SessionRefusals {
  refuse(reason: string | null): void
}

export function createMemorySessionRefusals(): MemorySessionRefusals {
  const listeners = new Set<(reason: string | null) => void>()
  return {
    refuse(reason) {
      for (const listener of [...listeners]) listener(reason)
    },
    subscribe(listener) {
      const told = (reason: string | null) => listener(reason)
      listeners.add(told)
      return () => {
        listeners.delete(told)
      }
    },
  }
}
