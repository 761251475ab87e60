import { DAY_MS, type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Failed attempts in a row, and the end of the current pause. */
export interface AttemptCount {
  readonly failures: number
  readonly lockedUntil: Instant
  /** The last attempt; for `countDailyAttempt` the first, because its day starts there. */
  readonly lastAt: Instant
}

/**
 * `failuresPerPause` is the number of failed attempts before each pause. `firstPause` is in
 * milliseconds; each next pause is twice as long.
 */
export interface AttemptPolicy {
  readonly failuresPerPause: number
  readonly firstPause: number
}

/** Maximum pause. An attacker could block an account with longer pauses. */
export const MAX_PAUSE_MS = 15 * MINUTE_MS

/** After this time without an attempt the count starts again. */
export const ATTEMPT_RETENTION_MS = DAY_MS

function computePause(failures: number, { failuresPerPause, firstPause }: AttemptPolicy): number {
  if (failures % failuresPerPause !== 0) return 0
  return Math.min(firstPause * 2 ** (failures / failuresPerPause - 1), MAX_PAUSE_MS)
}

/**
 * Returns the count with one more attempt, which counts as failed until it is refunded. Null during
 * a pause.
 */
export function countAttempt(attempts: AttemptCount | null, policy: AttemptPolicy, now: Instant): AttemptCount | null {
  if (attempts !== null && now < attempts.lockedUntil) return null
  const isRemembered = attempts !== null && now - attempts.lastAt < ATTEMPT_RETENTION_MS
  const failures = (isRemembered ? attempts.failures : 0) + 1
  return { failures, lockedUntil: now + computePause(failures, policy), lastAt: now }
}

/** Like `countAttempt`, but the count starts again a day after its first attempt. */
export function countDailyAttempt(
  attempts: AttemptCount | null,
  policy: AttemptPolicy,
  now: Instant,
): AttemptCount | null {
  const next = countAttempt(attempts, policy, now)
  const isFirst = attempts === null || next?.failures === 1
  return next === null || isFirst ? next : { ...next, lastAt: attempts.lastAt }
}

/** Returns the number of pauses that the count has caused. */
export function countPauses(attempts: AttemptCount | null, { failuresPerPause }: AttemptPolicy, now: Instant): number {
  const isRemembered = attempts !== null && now - attempts.lastAt < ATTEMPT_RETENTION_MS
  return isRemembered ? Math.floor(attempts.failures / failuresPerPause) : 0
}

/**
 * Refunds one attempt and the pause that it started, but not the pause of another attempt.
 * @param counted the count after that attempt
 */
export function refundAttempt({ failures, lockedUntil, lastAt }: AttemptCount, counted: AttemptCount): AttemptCount {
  const isOwnPause = lockedUntil === counted.lockedUntil
  return { failures: Math.max(0, failures - 1), lockedUntil: isOwnPause ? 0 : lockedUntil, lastAt }
}
