import type { GatewayFailure } from '#src/application/platform/failure.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** What a call over memory answers, or what a call over a network answers when its caller gave it up. */
export async function settled<T>(
  signal: AbortSignal | undefined,
  answer: () => Result<T, GatewayFailure>,
): Promise<Result<T, GatewayFailure>> {
  await Promise.resolve()
  return signal?.aborted ? err({ kind: 'unreachable' }) : answer()
}

/** The same for a call that cannot fail. */
export const answered = <T>(signal: AbortSignal | undefined, value: () => T): Promise<Result<T, GatewayFailure>> =>
  settled(signal, () => ok(value()))

/** A refusal as a service over HTTP answers it; over memory it says no sentence. */
export const refusal = (status: 400 | 401 | 403 | 404): Result<never, GatewayFailure> =>
  err({ kind: 'rejected', status, message: null })
