import type { Timers } from '#src/application/platform/ports.ts'
import type { Portal } from '#src/application/portal.ts'

const SIGN_OUT_TIMEOUT_MS = 2_000

/** Ends an active client session, waits at most 2 s for the service, then closes the portal. */
export async function closeClient(
  portal: Pick<Portal, 'clientSession' | 'signOut' | 'close'>,
  timers: Timers,
): Promise<void> {
  if (portal.clientSession.getSnapshot().session !== null) {
    let timer: unknown = null
    const timeout = new Promise<void>((resolve) => {
      timer = timers.setTimeout(resolve, SIGN_OUT_TIMEOUT_MS)
    })
    await Promise.race([portal.signOut(), timeout])
    timers.clearTimeout(timer)
  }
  portal.close()
}
