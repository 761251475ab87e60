import type { Result } from '#src/domain/result.ts'

/** An external call that can be aborted. */
export type AbortableCall<T, F> = (signal: AbortSignal) => Promise<Result<T, F>>

/**
 * Emitted when a call throws instead of returning a failure; the machine continues as after a
 * failure.
 */
export interface Crash {
  readonly type: 'CRASHED'
  readonly error: unknown
}

/**
 * Runs the call and never settles after the signal aborts. React's StrictMode stops and restarts
 * actors: the aborted call's result would count as the new call's failure.
 */
export async function runUntilAborted<T, F>(call: AbortableCall<T, F>, signal: AbortSignal): Promise<Result<T, F>> {
  try {
    const result = await call(signal)
    if (!signal.aborted) return result
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return new Promise<never>(() => {})
}
