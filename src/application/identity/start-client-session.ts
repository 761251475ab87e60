import type { Ports } from '#src/application/ports.ts'
import { type ClientSession, createClientSession } from '#src/domain/identity/client-session.ts'

export interface RunningSession {
  readonly clientSession: ClientSession
  /** Leaves no timer and no subscription. */
  readonly stop: () => void
}

/**
 * Runs the client's session for as long as the page lives (D8). It is looked at when another tab touched it and when the page
 * shows again, and told when the service refuses it; whoever moves through the pages tells it `NAVIGATED`.
 */
export function startClientSession({
  session,
  sessionRefusals,
  clock,
  timers,
  page,
}: Pick<Ports, 'session' | 'sessionRefusals' | 'clock' | 'timers' | 'page'>): RunningSession {
  const running = createClientSession({ read: session.read, wipe: session.wipe, now: clock.now }, { clock: timers })
  running.start()
  const stops = [
    session.subscribe(() => running.send({ type: 'STORAGE_CHANGED' })),
    sessionRefusals.subscribe((reason) => running.send({ type: 'REFUSED', reason })),
    page.subscribe(() => {
      if (page.visible()) running.send({ type: 'SHOWN' })
    }),
  ]
  return {
    clientSession: running,
    stop() {
      for (const unsubscribe of stops) unsubscribe()
      running.stop()
    },
  }
}
