import { DAY_MS, type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Failed tries in a row, and until when no more are taken. */
export interface Tries {
  readonly failures: number
  readonly lockedUntil: Instant
  /** The last try, or the first one of a count that begins anew every day. */
  readonly lastAt: Instant
}

/** So many tries may fail before the first pause; each further run of as many doubles it. */
export interface TriesPolicy {
  readonly free: number
  readonly firstPause: number
}

/** The longest pause; longer ones would hand everybody the means to keep an account closed. */
export const MAX_PAUSE_MS = 15 * MINUTE_MS

/** After so long without a try the count begins anew. */
export const FORGOTTEN_AFTER_MS = DAY_MS

const MAX_DOUBLINGS = 20

function pauseAfter(failures: number, { free, firstPause }: TriesPolicy): number {
  if (failures % free !== 0) return 0
  const doublings = Math.min(failures / free - 1, MAX_DOUBLINGS)
  return Math.min(firstPause * 2 ** doublings, MAX_PAUSE_MS)
}

/** The count with one more try, which counts as failed until it is known to be none; null while a pause lasts. */
export function withTry(tries: Tries | null, policy: TriesPolicy, now: Instant): Tries | null {
  if (tries !== null && now < tries.lockedUntil) return null
  const isRemembered = tries !== null && now - tries.lastAt < FORGOTTEN_AFTER_MS
  const failures = (isRemembered ? tries.failures : 0) + 1
  return { failures, lockedUntil: now + pauseAfter(failures, policy), lastAt: now }
}

/** As `withTry`, but the count begins anew a day after its first try, however often others have tried since. */
export function withTryOfDay(tries: Tries | null, policy: TriesPolicy, now: Instant): Tries | null {
  const next = withTry(tries, policy, now)
  const isFirst = tries === null || next?.failures === 1
  return next === null || isFirst ? next : { ...next, lastAt: tries.lastAt }
}

/** How many pauses the count has behind it. */
export function pausesBehind(tries: Tries | null, { free }: TriesPolicy, now: Instant): number {
  const isRemembered = tries !== null && now - tries.lastAt < FORGOTTEN_AFTER_MS
  return isRemembered ? Math.floor(tries.failures / free) : 0
}

/**
 * The count without a try that was none to be held against the caller, and without the pause which that try began; a pause that
 * another try began stays.
 * @param forgiven the count as that try left it
 */
export function withoutTry({ failures, lockedUntil, lastAt }: Tries, forgiven: Tries): Tries {
  const isItsPause = lockedUntil === forgiven.lockedUntil
  return { failures: Math.max(0, failures - 1), lockedUntil: isItsPause ? 0 : lockedUntil, lastAt }
}
