import type { SessionRefusals } from '#src/application/identity/session-refusals.ts'
import type { SessionRefusal } from '#src/domain/identity/session.ts'

/** Session refusals that a test triggers. */
export interface MemorySessionRefusals extends SessionRefusals {
  refuse(refusal: SessionRefusal): void
  /** Simulates a response with the market data delay of visitors (D17). */
  suspectExpiry(): void
}

export function createMemorySessionRefusals(): MemorySessionRefusals {
  const listeners = new Set<(refusal: SessionRefusal) => void>()
  const suspicionListeners = new Set<() => void>()
  return {
    refuse(refusal) {
      for (const listener of [...listeners]) listener(refusal)
    },
    suspectExpiry() {
      for (const listener of [...suspicionListeners]) listener()
    },
    subscribe(listener) {
      const entry = (refusal: SessionRefusal) => listener(refusal)
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
    subscribeSuspectedExpiry(listener) {
      const entry = () => listener()
      suspicionListeners.add(entry)
      return () => {
        suspicionListeners.delete(entry)
      }
    },
  }
}
