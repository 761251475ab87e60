import type { Result } from '#src/domain/result.ts'

/** A question to the outside; it stops when told to and then its answer does not count. */
export type AbortableCall<T, F> = (signal: AbortSignal) => Promise<Result<T, F>>

/** Told to `actor.on('CRASHED', …)`: a question threw what it should have answered. The machine goes on as after a failure. */
export interface Crash {
  readonly type: 'CRASHED'
  readonly error: unknown
}

/**
 * An answer nobody waits for any more is never given. XState ignores it by itself, except in an actor that React's
 * StrictMode stopped and started again: there the given-up question would count as the new one's failure.
 */
export async function runUntilAborted<T, F>(ask: AbortableCall<T, F>, signal: AbortSignal): Promise<Result<T, F>> {
  try {
    const answer = await ask(signal)
    if (!signal.aborted) return answer
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return new Promise<never>(() => {})
}
