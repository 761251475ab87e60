import type { Ports } from '#src/application/ports.ts'
import { type ClientSession, createClientSession } from '#src/domain/identity/client-session.ts'

/**
 * Runs the client's session for as long as the page lives (D8). It is looked at when another tab touched it and when the page
 * shows again, and told when the service refuses it; whoever moves through the pages tells it `NAVIGATED`.
 */
export function startClientSession({
  session,
  sessionRefusals,
  clock,
  page,
}: Pick<Ports, 'session' | 'sessionRefusals' | 'clock' | 'page'>): ClientSession {
  const running = createClientSession({ read: session.read, wipe: session.wipe, now: clock.now })
  running.start()
  session.subscribe(() => running.send({ type: 'STORAGE_CHANGED' }))
  sessionRefusals.subscribe((reason) => running.send({ type: 'REFUSED', reason }))
  page.subscribe(() => {
    if (page.visible()) running.send({ type: 'SHOWN' })
  })
  return running
}
