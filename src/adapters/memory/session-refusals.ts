import type { SessionRefusals } from '#src/application/identity/session-refusals.ts'

/** A service that refuses the session, or answers it as a visitor, when it is told to. */
export interface MemorySessionRefusals extends SessionRefusals {
  refuse(reason: string | null): void
  doubt(): void
}

export function createMemorySessionRefusals(): MemorySessionRefusals {
  const listeners = new Set<(reason: string | null) => void>()
  const doubters = new Set<() => void>()
  return {
    refuse(reason) {
      for (const listener of [...listeners]) listener(reason)
    },
    doubt() {
      for (const listener of [...doubters]) listener()
    },
    subscribe(listener) {
      const told = (reason: string | null) => listener(reason)
      listeners.add(told)
      return () => {
        listeners.delete(told)
      }
    },
    subscribeSuspectedExpiry(listener) {
      const told = () => listener()
      doubters.add(told)
      return () => {
        doubters.delete(told)
      }
    },
  }
}
