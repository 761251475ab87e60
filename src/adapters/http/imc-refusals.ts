import type { SessionWatch } from '#src/adapters/http/client.ts'
import type { ImcRefusals } from '#src/application/imc/imc-refusals.ts'
import type { ImcSessionStore } from '#src/application/imc/imc-session-store.ts'

/** Refusals of the stored IMC session, with the watch that the HTTP client reports to. */
export interface WatchedImcRefusals extends ImcRefusals {
  readonly watch: SessionWatch
}

/** Ignores replies to requests of an earlier session or without a session. */
export function createImcRefusals({ imcSession }: { readonly imcSession: ImcSessionStore }): WatchedImcRefusals {
  const listeners = new Set<(message: string | null) => void>()
  let generation = 0
  let known = ''

  /** A number for the stored session, which changes with the user. */
  function current(): number | null {
    const session = imcSession.read()
    if (session === null) return null
    const text = JSON.stringify([session.entityId, session.userId])
    if (text !== known) generation += 1
    known = text
    return generation
  }

  return {
    watch: {
      current,
      refused(sentWith, { message }) {
        if (sentWith !== current()) return
        for (const listener of [...listeners]) listener(message)
      },
      delayed: () => {},
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
