import type { Result } from '#src/domain/result.ts'

/** A call to the outside that can be aborted. */
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
 * Runs the call and never settles after the signal aborts. An actor that React's StrictMode stops
 * and restarts would otherwise take the aborted call's result for the new call's failure.
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
