import { createState, type Readable } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** `down`: every call fails as unreachable, and every stream is lost. */
export type NetworkStatus = 'up' | 'down'

/** The connection between the pages and the simulated service. All calls go through it. */
export interface MemoryNetwork extends Readable<{ readonly status: NetworkStatus }> {
  isUp(): boolean
  set(status: NetworkStatus): void
  /** Returns the result of `run`; `unreachable` if the network is down or the caller aborts. */
  replyWith<T>(signal: AbortSignal | undefined, run: () => Result<T, CallFailure>): Promise<Result<T, CallFailure>>
  /** Returns the value of `run`, which cannot fail. */
  replyOk<T>(signal: AbortSignal | undefined, run: () => T): Promise<Result<T, CallFailure>>
}

/** Creates a network that is up. */
export function createMemoryNetwork(): MemoryNetwork {
  const state = createState<{ readonly status: NetworkStatus }>({ status: 'up' })
  const isUp = () => state.getSnapshot().status === 'up'

  async function replyWith<T>(signal: AbortSignal | undefined, run: () => Result<T, CallFailure>) {
    await Promise.resolve()
    return signal?.aborted || !isUp() ? err<CallFailure>({ kind: 'unreachable' }) : run()
  }

  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    isUp,
    set: (status) => state.set({ status }),
    replyWith,
    replyOk: (signal, run) => replyWith(signal, () => ok(run())),
  }
}
