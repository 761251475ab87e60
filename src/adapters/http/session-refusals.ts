import type { SessionWatch } from '#src/adapters/http/client.ts'
import type { SessionRefusals } from '#src/application/ports/session-refusals.ts'
import type { SessionStore } from '#src/application/ports/session-store.ts'

/** Refusals of the session of this browser, as its HTTP clients hear them. */
export interface WatchedSessionRefusals extends SessionRefusals {
  readonly watch: SessionWatch
}

/** An answer to a call of an earlier session, or of a visitor, says nothing about the present one. */
export function createSessionRefusals({ session }: { readonly session: SessionStore }): WatchedSessionRefusals {
  const listeners = new Set<(reason: string | null) => void>()

  const current = () => {
    const trace = session.read()
    return trace.kind === 'session' ? trace.session.startedAt : null
  }

  return {
    watch: {
      current,
      refused(sentWith, reason) {
        if (sentWith === current()) for (const listener of [...listeners]) listener(reason)
      },
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
