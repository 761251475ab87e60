import type { SessionRefusals } from '#src/application/identity/ports.ts'
import type { SessionRefusal } from '#src/domain/identity/session.ts'

/** Session refusals that a test emits. */
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
      const uniqueListener = (refusal: SessionRefusal) => listener(refusal)
      listeners.add(uniqueListener)
      return () => {
        listeners.delete(uniqueListener)
      }
    },
    subscribeSuspectedExpiry(listener) {
      const uniqueListener = () => listener()
      suspicionListeners.add(uniqueListener)
      return () => {
        suspicionListeners.delete(uniqueListener)
      }
    },
  }
}
