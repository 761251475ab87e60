import type { VerifySession } from '#src/application/identity/verify-session.ts'
import type { Ports } from '#src/application/ports.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** After a doubt was looked into, further ones within this time are taken for the same. */
export const SUSPICION_PAUSE_MS = 30 * SECOND_MS

export interface VerifySuspectedSessionDeps extends Pick<Ports, 'sessionRefusals' | 'clock'> {
  readonly verifySession: VerifySession
}

/**
 * Has the session checked when an answer came as late as a visitor's (D17): the cookie may be gone while this browser still keeps
 * the session. Asks once for all the answers of a screen; a session that the service still knows goes on.
 * The returned function stops.
 */
export function verifySuspectedSession({
  sessionRefusals,
  clock,
  verifySession,
}: VerifySuspectedSessionDeps): () => void {
  let quietUntil: Instant = Number.NEGATIVE_INFINITY
  return sessionRefusals.subscribeSuspectedExpiry(() => {
    const now = clock.now()
    // a clock that was set back must not silence the doubts
    if (now < quietUntil && now >= quietUntil - SUSPICION_PAUSE_MS) return
    quietUntil = now + SUSPICION_PAUSE_MS
    void verifySession()
  })
}
