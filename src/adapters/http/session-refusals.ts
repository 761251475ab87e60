import type { SessionWatch } from '#src/adapters/http/client.ts'
import type { SessionRefusals } from '#src/application/identity/session-refusals.ts'
import type { SessionStore } from '#src/application/identity/session-store.ts'
import type { SessionRefusal } from '#src/domain/identity/session.ts'

/** The session refusals that this browser's HTTP clients report. */
export interface WatchedSessionRefusals extends SessionRefusals {
  readonly watch: SessionWatch
}

/**
 * Publishes refusals of the current session; responses to requests of an earlier session are ignored.
 * A session with an expired password gets delayed data, so a delay suggests nothing (D6).
 */
export function createSessionRefusals({ session }: { readonly session: SessionStore }): WatchedSessionRefusals {
  const listeners = new Set<(refusal: SessionRefusal) => void>()
  const suspicionListeners = new Set<() => void>()

  const present = () => {
    const trace = session.read()
    return trace.kind === 'session' ? trace.session : null
  }
  const current = () => present()?.startedAt ?? null

  const isLate = (sentWith: number, minutes: number) => {
    const now = present()
    return minutes > 0 && now?.startedAt === sentWith && !now.user.keyExpired
  }

  return {
    watch: {
      current,
      refused(sentWith, refusal) {
        if (sentWith === current()) for (const listener of [...listeners]) listener(refusal)
      },
      delayed(sentWith, minutes) {
        if (isLate(sentWith, minutes)) for (const listener of [...suspicionListeners]) listener()
      },
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
