import type { GatewayFailure } from '#src/application/failure.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** What a call over memory answers: its value, or what a call over a network answers when its caller gave it up. */
export async function answered<T>(signal: AbortSignal | undefined, value: () => T): Promise<Result<T, GatewayFailure>> {
  await Promise.resolve()
  return signal?.aborted ? err({ kind: 'unreachable' }) : ok(value())
}
