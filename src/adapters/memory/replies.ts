import type { CallFailure } from '#src/domain/call.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Returns the result of `run`; `unreachable` if the caller aborts, as over a network. */
export async function replyWith<T>(
  signal: AbortSignal | undefined,
  run: () => Result<T, CallFailure>,
): Promise<Result<T, CallFailure>> {
  await Promise.resolve()
  return signal?.aborted ? err({ kind: 'unreachable' }) : run()
}

/** Returns the value of `run`, which cannot fail. */
export const replyOk = <T>(signal: AbortSignal | undefined, run: () => T): Promise<Result<T, CallFailure>> =>
  replyWith(signal, () => ok(run()))

/** A rejection with an HTTP status and without a message. */
export const rejectWith = (status: 400 | 401 | 403 | 404 | 409): Result<never, CallFailure> =>
  err({ kind: 'rejected', status, message: null })
