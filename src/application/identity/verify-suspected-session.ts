import type { VerifySession } from '#src/application/identity/verify-session.ts'
import type { Ports } from '#src/application/ports.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Minimum interval between two verifications of a suspected expiry. */
export const SUSPICION_PAUSE_MS = 30 * SECOND_MS

export interface VerifySuspectedSessionDeps extends Pick<Ports, 'sessionRefusals' | 'clock'> {
  readonly verifySession: VerifySession
}

/**
 * Verifies the session when the server sends a response with the delay of visitors (D17). This
 * browser stores a session, but its cookie may be missing. Several such responses within
 * `SUSPICION_PAUSE_MS` cause one verification. The returned function unsubscribes.
 */
export function verifySuspectedSession({
  sessionRefusals,
  clock,
  verifySession,
}: VerifySuspectedSessionDeps): () => void {
  let quietUntil: Instant = Number.NEGATIVE_INFINITY
  return sessionRefusals.subscribeSuspectedExpiry(() => {
    const now = clock.now()
    // A clock that was set back must not suppress the verification.
    if (now < quietUntil && now >= quietUntil - SUSPICION_PAUSE_MS) return
    quietUntil = now + SUSPICION_PAUSE_MS
    void verifySession()
  })
}
