import type { Ports } from '#src/application/ports.ts'
import { type ClientSession, createClientSession } from '#src/domain/identity/client-session.ts'

export interface RunningSession {
  readonly clientSession: ClientSession
  /** Stops the timer and every subscription. */
  readonly stop: () => void
}

/**
 * Starts the client's session (D8). It is checked when another tab changes it and when the page
 * becomes visible; the router sends `NAVIGATED`.
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
    sessionRefusals.subscribe((refusal) => running.send({ type: 'REFUSED', refusal })),
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
