import { CODE_NOT_LOADED } from '#src/application/platform/log-messages.ts'
import type { Log } from '#src/application/platform/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { err, type Result } from '#src/domain/result.ts'

type Call = (...args: never[]) => Promise<Result<unknown, CallFailure>>

/** A port with only asynchronous calls as methods. */
type Gateway<G> = { readonly [Name in keyof G]: Call }

/**
 * Creates a gateway that loads its code with the first call. `methods` names its methods. If the
 * code cannot be loaded, a call logs the error and returns `unreachable`, so that the caller
 * retries.
 */
export function createLazyGateway<G extends Gateway<G>>(
  { load, log }: { readonly load: () => Promise<G>; readonly log: Log },
  methods: Readonly<Record<keyof G & string, true>>,
): G {
  const createCall =
    (name: keyof G) =>
    async (...args: never[]) => {
      const gateway = await load().catch((error: unknown) => log.error(CODE_NOT_LOADED, error))
      return gateway ? gateway[name](...args) : err({ kind: 'unreachable' })
    }
  return Object.fromEntries(Object.keys(methods).map((name) => [name, createCall(name as keyof G)])) as G
}
