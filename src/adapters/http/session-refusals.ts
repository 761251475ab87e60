import type { SessionWatch } from '#src/adapters/http/client.ts'
import type { SessionRefusals } from '#src/application/identity/session-refusals.ts'
import type { SessionStore } from '#src/application/identity/session-store.ts'
import type { SessionRefusal } from '#src/domain/identity/session.ts'

/** Refusals of the stored client session, with the watch that the HTTP clients report to. */
export interface WatchedSessionRefusals extends SessionRefusals {
  readonly watch: SessionWatch
}

/** Creates a set of listeners; one listener may subscribe several times. */
function createListeners<Args extends readonly unknown[]>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    notify(...args: Args): void {
      for (const listener of [...listeners]) listener(...args)
    },
    subscribe(listener: (...args: Args) => void): () => void {
      const uniqueListener = (...args: Args) => listener(...args)
      listeners.add(uniqueListener)
      return () => {
        listeners.delete(uniqueListener)
      }
    },
  }
}

/**
 * Ignores replies to requests of an earlier session or without a session. A session with an expired
 * password gets delayed figures, so a delay then does not mean that the session expired (D6).
 */
export function createSessionRefusals({ session }: { readonly session: SessionStore }): WatchedSessionRefusals {
  const refusals = createListeners<[refusal: SessionRefusal]>()
  const suspicions = createListeners<[]>()

  const readSession = () => {
    const stored = session.read()
    return stored.kind === 'session' ? stored.session : null
  }
  const current = () => readSession()?.startedAt ?? null

  const isSuspicious = (sentWith: number, minutes: number) => {
    const now = readSession()
    return minutes > 0 && now?.startedAt === sentWith && !now.user.passwordExpired
  }

  return {
    watch: {
      current,
      refused(sentWith, refusal) {
        if (sentWith === current()) refusals.notify(refusal)
      },
      delayed(sentWith, minutes) {
        if (isSuspicious(sentWith, minutes)) suspicions.notify()
      },
    },

    subscribe: refusals.subscribe,
    subscribeSuspectedExpiry: suspicions.subscribe,
  }
}
