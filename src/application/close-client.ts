import type { Timers } from '#src/application/platform/ports.ts'
import type { Portal } from '#src/application/portal.ts'

const SIGN_OUT_TIMEOUT_MS = 2_000

/** Waits for a sign-out at most 2 s: a face must end although the service does not reply. */
export async function waitAtMost(signOut: Promise<unknown>, timers: Timers): Promise<void> {
  let timer: unknown = null
  const timeout = new Promise<void>((resolve) => {
    timer = timers.setTimeout(resolve, SIGN_OUT_TIMEOUT_MS)
  })
  await Promise.race([signOut, timeout])
  timers.clearTimeout(timer)
}

/** Ends an active client session, waits at most 2 s for the service, then closes the portal. */
export async function closeClient(
  portal: Pick<Portal, 'clientSession' | 'signOut' | 'close'>,
  timers: Timers,
): Promise<void> {
  if (portal.clientSession.getSnapshot().session !== null) await waitAtMost(portal.signOut(), timers)
  portal.close()
}
