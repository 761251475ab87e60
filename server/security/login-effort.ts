import { ATTEMPT_RETENTION_MS, type AttemptCount } from '#server/security/attempts.ts'
import { FAILURES_BEFORE_CHECK } from '#src/domain/imc/session/login-form.ts'
import { HOUR_MS, type Instant } from '#src/domain/time/bogota.ts'

/** Failed logins of one network within an hour; then the count starts again. */
export const NETWORK_WINDOW_MS = HOUR_MS

/** Failed logins of a network that double the effort of its human checks. */
export const FAILURES_PER_DOUBLING = 50

/** The largest effort, as a multiple of the usual one: a few seconds of a phone. */
export const MAX_EFFORT = 8

const isWithinWindow = (attempts: AttemptCount | null, now: Instant): attempts is AttemptCount =>
  attempts !== null && now - attempts.lastAt < NETWORK_WINDOW_MS

/** Returns the count of a network with one more attempt. It never pauses. */
export const countInWindow = (attempts: AttemptCount | null, now: Instant): AttemptCount =>
  isWithinWindow(attempts, now)
    ? { ...attempts, failures: attempts.failures + 1 }
    : { failures: 1, lockedUntil: 0, lastAt: now }

/**
 * Returns the effort that a human check of a network needs, as a multiple of the usual one. Many
 * people share the network of a carrier, so their failures make the check harder and pause no login.
 */
export function findEffort(attempts: AttemptCount | null, now: Instant): number {
  const failures = isWithinWindow(attempts, now) ? attempts.failures : 0
  return Math.min(2 ** Math.floor(failures / FAILURES_PER_DOUBLING), MAX_EFFORT)
}

const countFailures = (attempts: AttemptCount | null, now: Instant) =>
  attempts !== null && now - attempts.lastAt < ATTEMPT_RETENTION_MS ? attempts.failures : 0

/**
 * Returns the effort that a login of an entity's user needs; 0: no check. `own` are the counts of
 * the account that this login adds to. The check begins after three failures, never before.
 */
export function findEntityEffort(
  own: readonly (AttemptCount | null)[],
  network: AttemptCount | null,
  now: Instant,
): number {
  const effort = findEffort(network, now)
  return effort > 1 || own.some((attempts) => countFailures(attempts, now) >= FAILURES_BEFORE_CHECK) ? effort : 0
}
