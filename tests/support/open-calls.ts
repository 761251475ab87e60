import { err, ok, type Result } from '#src/domain/result.ts'

/** A question in progress, answered by the test when it pleases. */
export interface OpenCall<Q, A> {
  readonly question: Q
  readonly signal: AbortSignal | null
  succeed(answer: A): Promise<void>
  fail(failure: string): Promise<void>
  crash(error: unknown): Promise<void>
}

/** Lets everything that waits for an answered promise run. */
export const flushed = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A question to the outside that remembers each call and leaves it open until the test answers. */
export function createOpenCalls<Q, A>() {
  const all: OpenCall<Q, A>[] = []
  const answered = new Set<OpenCall<Q, A>>()
  const ask = (question: Q, signal: AbortSignal | null = null) =>
    new Promise<Result<A, string>>((resolve, reject) => {
      const settle = (act: () => void) => {
        answered.add(call)
        act()
        return flushed()
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
  const open = () => all.filter((call) => !answered.has(call))
  const running = () => open().filter(({ signal }) => !signal?.aborted)
  return {
    ask,
    all,
    /** Not answered, and the answer is still wanted. */
    running,
    /** Not answered, given up. */
    dropped: () => open().filter(({ signal }) => signal?.aborted),
    /** The one that runs. */
    only: (): OpenCall<Q, A> => {
      const [call, ...others] = running()
      if (!call || others.length > 0) throw new Error(`${others.length + (call ? 1 : 0)} calls are running`)
      return call
    },
  }
}
