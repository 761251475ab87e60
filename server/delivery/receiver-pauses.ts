import { type Instant, MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Pause after the first call without a reply. Each later one is twice as long, up to the longest. */
export const FIRST_PAUSE_MS = 30 * SECOND_MS
const LONGEST_PAUSE_MS = 10 * MINUTE_MS

/** Receivers with a stored pause; beyond it, the oldest one is called again. */
const MAX_PAUSES = 10_000

/** Error: the receiver did not reply lately; the call was not made. */
export class PausedReceiverError extends Error {}

/** Runs a call to the receiver of an owner, unless that one is paused. */
export type RunUnlessPaused = <T>(owner: string, call: () => Promise<T>) => Promise<T>

/**
 * Creates pauses for receivers that do not reply: each call to one takes some seconds, which the messages
 * of the others would wait for. A reply of any status ends the pause of its owner.
 */
export function createReceiverPauses(now: () => Instant): RunUnlessPaused {
  const pauses = new Map<string, { readonly until: Instant; readonly length: number }>()

  function pause(owner: string, before: number | undefined) {
    const length = before === undefined ? FIRST_PAUSE_MS : Math.min(before * 2, LONGEST_PAUSE_MS)
    // The last one is the newest.
    pauses.delete(owner)
    pauses.set(owner, { until: now() + length, length })
    const [oldest] = pauses.keys()
    if (pauses.size > MAX_PAUSES && oldest !== undefined) pauses.delete(oldest)
  }

  return async function run(owner, call) {
    const before = pauses.get(owner)
    if (before !== undefined && now() < before.until)
      throw new PausedReceiverError('outside call: the receiver did not reply lately')
    try {
      const reply = await call()
      pauses.delete(owner)
      return reply
    } catch (error) {
      pause(owner, before?.length)
      throw error
    }
  }
}
