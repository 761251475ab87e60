import { createActor, SimulatedClock } from 'xstate'

import { createRefreshMachine, type RefreshInput, type RefreshSource } from '#src/domain/live/refresh-machine.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** A load in progress, answered by the test when it pleases. */
export interface RunningLoad {
  readonly source: string
  readonly startedAt: number
  readonly signal: AbortSignal
  succeed(value: string): Promise<void>
  fail(failure: string): Promise<void>
  crash(error: unknown): Promise<void>
}

/** Lets everything that waits for an answered promise run. */
export const flushed = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Loads that remember each call and stay open until the test answers them. */
export function createOpenLoads(now: () => number) {
  const all: RunningLoad[] = []
  const answered = new Set<RunningLoad>()
  const source = (name: string, interval: number): RefreshSource<string, string> => ({
    interval,
    load: (signal) =>
      new Promise<Result<string, string>>((resolve, reject) => {
        const settle = (act: () => void) => {
          answered.add(load)
          act()
          return flushed()
        }
        const load: RunningLoad = {
          source: name,
          startedAt: now(),
          signal,
          succeed: (value) => settle(() => resolve(ok(value))),
          fail: (failure) => settle(() => resolve(err(failure))),
          crash: (error) => settle(() => reject(error)),
        }
        all.push(load)
      }),
  })
  const open = () => all.filter((load) => !answered.has(load))
  return {
    all,
    source,
    /** Not answered, and the answer is still wanted. */
    running: () => open().filter(({ signal }) => !signal.aborted),
    /** Not answered, given up. */
    dropped: () => open().filter(({ signal }) => signal.aborted),
  }
}

/** A machine on a clock that only the test moves. */
export function startRefresh(interval: number, page: Partial<RefreshInput<string, string>> = {}) {
  const clock = new SimulatedClock()
  const loads = createOpenLoads(() => clock.now())
  const input = { ...loads.source('first', interval), now: () => clock.now(), visible: true, online: true, ...page }
  const actor = createActor(createRefreshMachine<string, string>(), { input, clock })
  const crashes: unknown[] = []
  actor.on('CRASHED', ({ error }) => crashes.push(error))
  actor.start()
  return {
    actor,
    clock,
    loads,
    crashes,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  }
}
