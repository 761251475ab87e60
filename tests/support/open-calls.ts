import { err, ok, type Result } from '#src/domain/result.ts'

/** A pending call that the test settles. */
export interface OpenCall<Q, A> {
  readonly question: Q
  readonly signal: AbortSignal | null
  succeed(answer: A): Promise<void>
  fail(failure: string): Promise<void>
  crash(error: unknown): Promise<void>
}

/** Runs every reaction of the settled promises. */
export const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Creates a function that records each call and leaves it pending until the test settles it. */
export function createOpenCalls<Q, A>() {
  const all: OpenCall<Q, A>[] = []
  const settled = new Set<OpenCall<Q, A>>()
  const ask = (question: Q, signal: AbortSignal | null = null) =>
    new Promise<Result<A, string>>((resolve, reject) => {
      const settle = (act: () => void) => {
        settled.add(call)
        act()
        return flushPromises()
      }
      const call: OpenCall<Q, A> = {
        question,
        signal,
        succeed: (answer) => settle(() => resolve(ok(answer))),
        fail: (failure) => settle(() => resolve(err(failure))),
        crash: (error) => settle(() => reject(error)),
      }
      all.push(call)
    })
  const open = () => all.filter((call) => !settled.has(call))
  const running = () => open().filter(({ signal }) => !signal?.aborted)
  return {
    ask,
    all,
    /** Pending calls without an aborted signal. */
    running,
    /** Pending calls with an aborted signal. */
    dropped: () => open().filter(({ signal }) => signal?.aborted),
    /** Returns the running call; throws unless exactly one runs. */
    only: (): OpenCall<Q, A> => {
      const [call, ...others] = running()
      if (!call || others.length > 0) throw new Error(`${others.length + (call ? 1 : 0)} calls are running`)
      return call
    },
  }
}
