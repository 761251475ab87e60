import type { SessionWatch } from '#src/adapters/http/client.ts'
import type { ImcRefusals } from '#src/application/imc/session/imc-refusals.ts'
import type { ImcSessionStore } from '#src/application/imc/session/imc-session-store.ts'

/** Refusals of the stored IMC session. The HTTP client notifies `watch`. */
export interface WatchedImcRefusals extends ImcRefusals {
  readonly watch: SessionWatch
}

/** Ignores replies to requests without a session or of an earlier session. */
export function createImcRefusals({ imcSession }: { readonly imcSession: ImcSessionStore }): WatchedImcRefusals {
  const listeners = new Set<(message: string | null) => void>()
  let lastId = 0
  let lastUserKey: string | null = null

  /** Returns a number that changes with each stored session; null without a session. */
  function readSessionId(): number | null {
    const session = imcSession.read()
    const userKey = session && JSON.stringify([session.entityId, session.userId])
    if (userKey !== null && userKey !== lastUserKey) lastId += 1
    lastUserKey = userKey
    return userKey === null ? null : lastId
  }

  // Reads at every change, so that a second session of the same user gets a new number.
  imcSession.subscribe(readSessionId)

  return {
    watch: {
      readSessionId,
      onRefused(sessionId, { message }) {
        if (sessionId !== readSessionId()) return
        for (const listener of [...listeners]) listener(message)
      },
      onDelayed: () => {},
    },
    subscribe(listener) {
      const uniqueListener = (message: string | null) => listener(message)
      listeners.add(uniqueListener)
      return () => {
        listeners.delete(uniqueListener)
      }
    },
  }
}
