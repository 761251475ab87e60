import type { CallFailure } from '#src/domain/call.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

/** A pending call that the test settles. */
export interface OpenCall<Request, Response> {
  readonly request: Request
  readonly signal: AbortSignal | null
  succeed(response: Response): Promise<void>
  fail(failure: string): Promise<void>
  crash(error: unknown): Promise<void>
}

/** Creates a function that records each call and leaves it pending until the test settles it. */
export function createOpenCalls<Request, Response>() {
  const all: OpenCall<Request, Response>[] = []
  const settled = new Set<OpenCall<Request, Response>>()
  const call = (request: Request, signal: AbortSignal | null = null) =>
    new Promise<Result<Response, string>>((resolve, reject) => {
      const settle = (act: () => void) => {
        settled.add(opened)
        act()
        return flushPromises()
      }
      const opened: OpenCall<Request, Response> = {
        request,
        signal,
        succeed: (response) => settle(() => resolve(ok(response))),
        fail: (failure) => settle(() => resolve(err(failure))),
        crash: (error) => settle(() => reject(error)),
      }
      all.push(opened)
    })
  const findOpen = () => all.filter((opened) => !settled.has(opened))
  const running = () => findOpen().filter(({ signal }) => !signal?.aborted)
  return {
    call,
    all,
    /** Pending calls without an aborted signal. */
    running,
    /** Pending calls with an aborted signal. */
    dropped: () => findOpen().filter(({ signal }) => signal?.aborted),
    /** Returns the running call; throws unless exactly one runs. */
    only: (): OpenCall<Request, Response> => {
      const [first, ...others] = running()
      if (!first || others.length > 0) throw new Error(`${others.length + (first ? 1 : 0)} calls are running`)
      return first
    },
  }
}

const FAILURES: Readonly<Record<string, CallFailure>> = {
  timeout: { kind: 'timeout' },
  unreachable: { kind: 'unreachable' },
  full: { kind: 'storage-unavailable' },
}

/** Turns recorded calls into a machine's call, whose `fail` takes a name of `FAILURES`. */
export const toCall =
  <Request, Response>({ call }: Pick<ReturnType<typeof createOpenCalls<Request, Response>>, 'call'>) =>
  async (request: Request, signal: AbortSignal | null = null): Promise<Result<Response, CallFailure>> => {
    const result = await call(request, signal)
    if (result.ok) return result
    const failure = FAILURES[result.error]
    if (!failure) throw new Error(`no failure has the name ${result.error}`)
    return err(failure)
  }
