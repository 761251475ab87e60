import { assign, type DoneActorEvent, type ErrorActorEvent, emit, fromPromise, setup } from 'xstate'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Pause after the first failure; each further one doubles it. */
export const FIRST_BACKOFF_MS = 2_000

/** Pause after that many failures in a row (from 1): 2, 4, 8 … s, never more than the usual interval (D18). */
export const backoffDelay = (failures: number, interval: number): number =>
  Math.min(interval, FIRST_BACKOFF_MS * 2 ** (failures - 1))

/** Where values come from. `load` stops when told to; `interval` (ms, above 0) runs from an answer to the next question. */
export interface RefreshSource<T, F> {
  readonly load: (signal: AbortSignal) => Promise<Result<T, F>>
  readonly interval: number
}

/** What a machine starts with: its source, the real clock, and how the page stands at that moment. */
export interface RefreshInput<T, F> extends RefreshSource<T, F> {
  readonly now: () => Instant
  readonly visible: boolean
  readonly online: boolean
}

/**
 * What is known of the resource. `failures` counts those since the last value and is 0 when all is well; `failure` is the last
 * of them, null too when the load threw. `dueAt` is when the next question may be asked.
 */
export interface RefreshContext<T, F> extends RefreshInput<T, F> {
  readonly value: T | null
  readonly updatedAt: Instant | null
  readonly failure: F | null
  readonly failures: number
  readonly dueAt: Instant
  /** Values come by themselves: nothing is asked for on time. */
  readonly fed: boolean
}

/**
 * Facts of the page, the person's wish to try again, another source, a value that came without being asked for, and that such
 * values come (`FED`) or have ceased to (`STARVED`).
 */
export type RefreshEvent<T, F> =
  | { readonly type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE' | 'RETRY' | 'FED' | 'STARVED' }
  | ({ readonly type: 'SOURCE_CHANGED' } & RefreshSource<T, F>)
  | { readonly type: 'PUSHED'; readonly value: T }

/** Told to `actor.on('CRASHED', …)`: the load threw what it should have answered. The machine goes on as after a failure. */
export interface RefreshCrash {
  readonly type: 'CRASHED'
  readonly error: unknown
}

const AT_ONCE = Number.NEGATIVE_INFINITY
const NEVER = Number.POSITIVE_INFINITY

const NOTHING_YET = { value: null, updatedAt: null, failure: null, failures: 0, dueAt: AT_ONCE } as const

/**
 * An answer nobody waits for any more is never given. XState ignores it by itself, except in an actor that React's
 * StrictMode stopped and started again: there the given-up load would count as the new one's failure.
 */
async function runUntilAborted<T, F>(load: RefreshSource<T, F>['load'], signal: AbortSignal): Promise<Result<T, F>> {
  try {
    const answer = await load(signal)
    if (!signal.aborted) return answer
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return new Promise<never>(() => {})
}

function withValue<T, F>({ now, interval, fed }: RefreshContext<T, F>, value: T) {
  const updatedAt = now()
  return { value, updatedAt, failure: null, failures: 0, dueAt: fed ? NEVER : updatedAt + interval }
}

function withFailure<T, F>(context: RefreshContext<T, F>, failure: F | null) {
  const failures = context.failures + 1
  return { failure, failures, dueAt: context.now() + backoffDelay(failures, context.interval) }
}

/**
 * Keeps one resource fresh (D18). States: `loading` (no value yet), `refreshing`, `waiting`, `backing-off` after a failure,
 * `paused` while hidden or offline, `fed` while values come by themselves (D22). At most one load runs and none while paused; back on screen it asks if that is due, back
 * online always. A failure keeps the value. Another source drops the value and the load that runs; so does a pushed value
 * with the load, whose answer would be the older one. Create the machine once for each component, not in each render.
 */
export function createRefreshMachine<T, F>() {
  const asking = {
    src: 'load',
    input: ({ context }: { context: RefreshContext<T, F> }) => context.load,
    onDone: {
      target: 'deciding',
      actions: { type: 'settle', params: ({ event }: { event: DoneActorEvent<Result<T, F>> }) => event.output },
    },
    onError: {
      target: 'deciding',
      actions: ['countCrash', { type: 'tellCrash', params: ({ event }: { event: ErrorActorEvent }) => event.error }],
    },
  } as const
  /** Goes by the timer alone: a clock set back meanwhile must not make the question wait. */
  const onceDue = { target: 'deciding', actions: 'askAtOnce' } as const

  return setup({
    types: {
      context: {} as RefreshContext<T, F>,
      events: {} as RefreshEvent<T, F>,
      input: {} as RefreshInput<T, F>,
      emitted: {} as RefreshCrash,
    },
    actors: {
      load: fromPromise<Result<T, F>, RefreshSource<T, F>['load']>(({ input, signal }) =>
        runUntilAborted(input, signal),
      ),
    },
    guards: {
      hidden: ({ context }) => !context.visible,
      shown: ({ context }) => context.visible,
      online: ({ context }) => context.online,
      offline: ({ context }) => !context.online,
      unavailable: ({ context }) => !(context.visible && context.online),
      due: ({ context }) => context.now() >= context.dueAt,
      dueFirst: ({ context }) => context.updatedAt === null && context.now() >= context.dueAt,
      failing: ({ context }) => context.failures > 0,
      fed: ({ context }) => context.fed,
      hungry: ({ context }) => !context.fed,
    },
    actions: {
      settle: assign(({ context }, answer: Result<T, F>) =>
        answer.ok ? withValue(context, answer.value) : withFailure(context, answer.error),
      ),
      countCrash: assign(({ context }) => withFailure(context, null)),
      tellCrash: emit((_, error: unknown) => ({ type: 'CRASHED' as const, error })),
      askAtOnce: assign({ dueAt: AT_ONCE }),
      feed: assign(({ context: { updatedAt, failures, dueAt } }) => ({
        fed: true,
        dueAt: updatedAt === null || failures > 0 ? dueAt : NEVER,
      })),
      keep: assign(({ context }, value: T) => withValue(context, value)),
      changeSource: assign((_, { load, interval }: RefreshSource<T, F>) => ({ ...NOTHING_YET, load, interval })),
    },
    delays: {
      untilDue: ({ context: { dueAt, now, interval } }) => Math.min(dueAt - now(), interval),
    },
  }).createMachine({
    id: 'refresh',
    context: ({ input }) => ({ ...input, ...NOTHING_YET, fed: false }),
    initial: 'deciding',
    on: {
      SHOWN: { guard: 'hidden', target: '.deciding', actions: assign({ visible: true }) },
      HIDDEN: { guard: 'shown', target: '.deciding', actions: assign({ visible: false }) },
      ONLINE: { guard: 'offline', target: '.deciding', actions: ['askAtOnce', assign({ online: true })] },
      OFFLINE: { guard: 'online', target: '.deciding', actions: assign({ online: false }) },
      RETRY: { target: '.deciding', actions: 'askAtOnce' },
      SOURCE_CHANGED: { target: '.deciding', actions: { type: 'changeSource', params: ({ event }) => event } },
      FED: { guard: 'hungry', target: '.deciding', actions: 'feed' },
      STARVED: { guard: 'fed', target: '.deciding', actions: ['askAtOnce', assign({ fed: false })] },
      PUSHED: { target: '.deciding', actions: { type: 'keep', params: ({ event }) => event.value } },
    },
    states: {
      deciding: {
        always: [
          { guard: 'unavailable', target: 'paused' },
          { guard: 'dueFirst', target: 'loading' },
          { guard: 'due', target: 'refreshing' },
          { guard: 'failing', target: 'backing-off' },
          { guard: 'fed', target: 'fed' },
          { target: 'waiting' },
        ],
      },
      // The first load goes on: what comes by itself builds on its answer.
      loading: {
        invoke: asking,
        on: { RETRY: {}, FED: { actions: 'feed' }, STARVED: { actions: assign({ fed: false }) } },
      },
      refreshing: { invoke: asking, on: { RETRY: {} } },
      waiting: { after: { untilDue: onceDue } },
      'backing-off': { after: { untilDue: onceDue } },
      fed: {},
      paused: {},
    },
  })
}
