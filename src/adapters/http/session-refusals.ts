import type { SessionWatch } from '#src/adapters/http/client.ts'
import type { SessionRefusals } from '#src/application/identity/session-refusals.ts'
import type { SessionStore } from '#src/application/identity/session-store.ts'

/** Refusals of the session of this browser, as its HTTP clients hear them. */
export interface WatchedSessionRefusals extends SessionRefusals {
  readonly watch: SessionWatch
}

/**
 * An answer to a call of an earlier session, or of a visitor, says nothing about the present one. A session whose password
 * expired sees what visitors see, so that a late answer raises no doubt (D6).
 */
export function createSessionRefusals({ session }: { readonly session: SessionStore }): WatchedSessionRefusals {
  const listeners = new Set<(reason: string | null) => void>()
  const doubters = new Set<() => void>()

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
      refused(sentWith, reason) {
        if (sentWith === current()) for (const listener of [...listeners]) listener(reason)
      },
      delayed(sentWith, minutes) {
        if (isLate(sentWith, minutes)) for (const listener of [...doubters]) listener()
      },
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
