import type { SessionWatch } from '#src/adapters/http/client.ts'
import type { SessionRefusals, SessionStore } from '#src/application/identity/ports.ts'
import { createListeners } from '#src/application/platform/listeners.ts'
import type { SessionRefusal } from '#src/domain/identity/session.ts'

/** Refusals of the stored client session. The HTTP clients notify `watch`. */
export interface WatchedSessionRefusals extends SessionRefusals {
  readonly watch: SessionWatch
}

/**
 * Ignores replies to requests without a session or of an earlier session. Delayed figures raise a
 * suspected expiry, except for an expired password, which always gets delayed figures (D6).
 */
export function createSessionRefusals({ session }: { readonly session: SessionStore }): WatchedSessionRefusals {
  const refusals = createListeners<[refusal: SessionRefusal]>()
  const suspectedExpiries = createListeners()

  const readSession = () => {
    const sessionState = session.read()
    return sessionState.kind === 'session' ? sessionState.session : null
  }
  const readSessionId = () => readSession()?.startedAt ?? null

  const isExpirySuspected = (sessionId: number, minutes: number) => {
    const storedSession = readSession()
    return minutes > 0 && storedSession?.startedAt === sessionId && !storedSession.user.passwordExpired
  }

  return {
    watch: {
      readSessionId,
      onRefused(sessionId, refusal) {
        if (sessionId === readSessionId()) refusals.notify(refusal)
      },
      onDelayed(sessionId, minutes) {
        if (isExpirySuspected(sessionId, minutes)) suspectedExpiries.notify()
      },
    },

    subscribe: refusals.subscribe,
    subscribeSuspectedExpiry: suspectedExpiries.subscribe,
  }
}
