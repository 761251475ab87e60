import { createActor, SimulatedClock } from 'xstate'

import { createRefreshMachine, type RefreshInput, type RefreshSource } from '#src/domain/live/refresh-machine.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

/** A running load that the test settles. */
export interface RunningLoad {
  readonly source: string
  readonly startedAt: number
  readonly signal: AbortSignal
  succeed(value: string): Promise<void>
  fail(failure: string): Promise<void>
  crash(error: unknown): Promise<void>
}

/** Creates loads that record each call and are pending until the test settles them. */
export function createOpenLoads(now: () => number) {
  const all: RunningLoad[] = []
  const settled = new Set<RunningLoad>()
  const source = (name: string, interval: number): RefreshSource<string, string> => ({
    interval,
    load: (signal) =>
      new Promise<Result<string, string>>((resolve, reject) => {
        const settle = (act: () => void) => {
          settled.add(load)
          act()
          return flushPromises()
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
  const findOpen = () => all.filter((load) => !settled.has(load))
  return {
    all,
    source,
    /** Pending loads without an aborted signal. */
    running: () => findOpen().filter(({ signal }) => !signal.aborted),
    /** Pending loads with an aborted signal. */
    dropped: () => findOpen().filter(({ signal }) => signal.aborted),
  }
}

/** Starts a refresh machine on a simulated clock. */
export function startRefresh(interval: number, overrides: Partial<RefreshInput<string, string>> = {}) {
  const clock = new SimulatedClock()
  const loads = createOpenLoads(() => clock.now())
  const input = {
    ...loads.source('first', interval),
    now: () => clock.now(),
    visible: true,
    online: true,
    ...overrides,
  }
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
