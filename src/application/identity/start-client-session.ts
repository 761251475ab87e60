import type { Ports } from '#src/application/ports.ts'
import { type ClientSession, createClientSession } from '#src/domain/identity/client-session.ts'

export interface RunningSession {
  readonly clientSession: ClientSession
  /** Stops the machine and ends its subscriptions. */
  readonly stop: () => void
}

/**
 * Starts the machine of the client's session (D8). It receives changes by other tabs, refusals, and
 * `SHOWN` when the page is shown or a visible page goes online or offline. The router sends
 * `NAVIGATED`.
 */
export function startClientSession({
  session,
  sessionRefusals,
  clock,
  timers,
  page,
}: Pick<Ports, 'session' | 'sessionRefusals' | 'clock' | 'timers' | 'page'>): RunningSession {
  const clientSession = createClientSession(
    { read: session.read, wipe: session.wipe, now: clock.now },
    { clock: timers },
  )
  clientSession.start()
  const unsubscribes = [
    session.subscribe(() => clientSession.send({ type: 'STORAGE_CHANGED' })),
    sessionRefusals.subscribe((refusal) => clientSession.send({ type: 'REFUSED', refusal })),
    page.subscribe(() => {
      if (page.visible()) clientSession.send({ type: 'SHOWN' })
    }),
  ]
  return {
    clientSession,
    stop() {
      for (const unsubscribe of unsubscribes) unsubscribe()
      clientSession.stop()
    },
  }
}
