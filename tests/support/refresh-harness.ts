import { createActor, SimulatedClock } from 'xstate'

import { createCaller, type Untimed } from '#src/application/platform/flow.ts'
import type { ResourceSource } from '#src/application/platform/resource.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { createRefreshMachine, type RefreshEvent, type RefreshInput } from '#src/domain/live/refresh-machine.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

/** A running load that the test settles. */
export interface RunningLoad {
  readonly source: string
  readonly startedAt: number
  readonly signal: AbortSignal
  succeed(value: string): Promise<void>
  fail(failure: 'timeout' | 'unreachable'): Promise<void>
  crash(error: unknown): Promise<void>
}

/** Creates loads that record each call and are pending until the test settles them. */
export function createOpenLoads(now: () => number) {
  const all: RunningLoad[] = []
  const settled = new Set<RunningLoad>()
  const source = (name: string, interval: number | null): ResourceSource<string> => ({
    interval,
    load: (signal) =>
      new Promise<Result<string, CallFailure>>((resolve, reject) => {
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
          fail: (kind) => settle(() => resolve(err({ kind }))),
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

type Overrides = Partial<RefreshInput<string> & ResourceSource<string> & { readonly now: () => number }>

/** The event as the tests send it: a new source has its load too. */
type SentEvent =
  | Exclude<Untimed<RefreshEvent<string>>, { readonly type: 'SOURCE_CHANGED' }>
  | ({ readonly type: 'SOURCE_CHANGED' } & ResourceSource<string>)

/**
 * Starts a refresh machine on a simulated clock. `now` is the real clock; values that start with
 * 'final' are final.
 */
export function startRefresh(interval: number | null, { now, load, ...overrides }: Overrides = {}) {
  const clock = new SimulatedClock()
  const loads = createOpenLoads(() => clock.now())
  const readTime = now ?? (() => clock.now())
  const first = loads.source('first', interval)
  let source: ResourceSource<string> = { ...first, load: load ?? first.load }
  const crashes: unknown[] = []
  const call = createCaller({ clock: { now: readTime }, log: { error: (_, error) => crashes.push(error) } })
  const machine = createRefreshMachine<string>().provide({
    actors: { load: call(async (_, signal) => source.load(signal)) },
    guards: { isFinal: (_, answer) => answer.ok && answer.value.startsWith('final') },
  })
  const input = { interval, known: null, at: readTime(), visible: true, online: true, ...overrides }
  const actor = createActor(machine, { input, clock })
  actor.start()
  return {
    actor: {
      stop: () => actor.stop(),
      send(event: SentEvent) {
        if (event.type === 'SOURCE_CHANGED') source = event
        actor.send({ ...event, at: readTime() })
      },
    },
    clock,
    loads,
    crashes,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  }
}
