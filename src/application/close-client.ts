import type { Core } from '#src/application/core.ts'
import type { Timers } from '#src/application/platform/ports.ts'

const SIGN_OUT_TIMEOUT_MS = 2_000

/** Ends an active client session, waits at most 2 s for the service, then closes the core. */
export async function closeClient(core: Core, timers: Timers): Promise<void> {
  if (core.clientSession.getSnapshot().matches('active')) {
    let timer: unknown = null
    const timeout = new Promise<void>((resolve) => {
      timer = timers.setTimeout(resolve, SIGN_OUT_TIMEOUT_MS)
    })
    await Promise.race([core.signOut(), timeout])
    timers.clearTimeout(timer)
  }
  core.close()
}
