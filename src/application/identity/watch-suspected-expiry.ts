import type { VerifySession } from '#src/application/identity/verify-session.ts'
import type { Ports } from '#src/application/ports.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Minimum interval between two verifications of a suspected expiry, in ms. */
export const SUSPICION_PAUSE_MS = 30 * SECOND_MS

export interface WatchSuspectedExpiryDeps extends Pick<Ports, 'sessionRefusals' | 'clock'> {
  readonly verifySession: VerifySession
}

/**
 * Verifies the session when a response has the market data delay of visitors (D17). The browser may
 * have lost the session cookie. Verifies at most once per `SUSPICION_PAUSE_MS`. The returned
 * function unsubscribes.
 */
export function watchSuspectedExpiry({ sessionRefusals, clock, verifySession }: WatchSuspectedExpiryDeps): () => void {
  let pausedUntil: Instant = Number.NEGATIVE_INFINITY
  return sessionRefusals.subscribeSuspectedExpiry(() => {
    const now = clock.now()
    // A clock that was set back must not prevent the verification.
    if (now < pausedUntil && now >= pausedUntil - SUSPICION_PAUSE_MS) return
    pausedUntil = now + SUSPICION_PAUSE_MS
    void verifySession()
  })
}
