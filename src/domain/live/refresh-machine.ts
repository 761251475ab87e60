import { assign, type DoneActorEvent, type ErrorActorEvent, emit, fromPromise, setup } from 'xstate'
import { runUntilAborted } from '#src/domain/abortable-call.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Pause after the first failure, in ms; each further failure doubles it. */
export const FIRST_BACKOFF_MS = 2_000

/**
 * Pause after that many failures in a row (from 1): 2, 4, 8 … s, never more than the interval
 * (D18).
 */
export const backoffDelay = (failures: number, interval: number): number =>
  Math.min(interval, FIRST_BACKOFF_MS * 2 ** (failures - 1))

/**
 * The source of the values. `interval` (ms, above 0) is the time from a result to the next load.
 */
export interface RefreshSource<T, F> {
  readonly load: (signal: AbortSignal) => Promise<Result<T, F>>
  readonly interval: number
}

/**
 * A value that is known before the first load; `updatedAt` is when it was current, on the real
 * clock.
 */
export interface KnownValue<T> {
  readonly value: T
  readonly updatedAt: Instant
}

/**
 * What a machine starts with: its source, a known value, the real clock, and the state of the page.
 */
export interface RefreshInput<T, F> extends RefreshSource<T, F> {
  readonly known?: KnownValue<T> | null
  readonly now: () => Instant
  readonly visible: boolean
  readonly online: boolean
}

/** The state of the resource. */
export interface RefreshContext<T, F> extends RefreshInput<T, F> {
  readonly value: T | null
  readonly updatedAt: Instant | null
  /** The last failure; null after a value, and also after a load that threw. */
  readonly failure: F | null
  /** Failures since the last value. */
  readonly failures: number
  /** When the next load may start. */
  readonly dueAt: Instant
  /** A live stream pushes values, so no load is scheduled. */
  readonly streaming: boolean
}

/** Changes of the page, of the source and of the live stream, and the user's retry. */
export type RefreshEvent<T, F> =
  | { readonly type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE' | 'RETRY' | 'STREAM_OPENED' | 'STREAM_LOST' }
  | ({ readonly type: 'SOURCE_CHANGED' } & RefreshSource<T, F>)
  | { readonly type: 'PUSHED'; readonly value: T }

/** Emitted when the load throws. The machine continues as after a failure. */
export interface RefreshCrash {
  readonly type: 'CRASHED'
  readonly error: unknown
}

const AT_ONCE = Number.NEGATIVE_INFINITY
const NEVER = Number.POSITIVE_INFINITY

const INITIAL_STATE = { value: null, updatedAt: null, failure: null, failures: 0, dueAt: AT_ONCE } as const

const toInitialState = <T, F>({ known, interval }: RefreshInput<T, F>) =>
  known ? { ...INITIAL_STATE, ...known, dueAt: known.updatedAt + interval } : INITIAL_STATE

function withValue<T, F>({ now, interval, streaming }: RefreshContext<T, F>, value: T) {
  const updatedAt = now()
  return { value, updatedAt, failure: null, failures: 0, dueAt: streaming ? NEVER : updatedAt + interval }
}

function withFailure<T, F>(context: RefreshContext<T, F>, failure: F | null) {
  const failures = context.failures + 1
  return { failure, failures, dueAt: context.now() + backoffDelay(failures, context.interval) }
}

/**
 * Builds the machine that loads one resource and refreshes it (D18).
 *
 * States: `loading` (no value yet), `refreshing`, `waiting` for the next load, `backing-off` after
 * a failure, `paused` while hidden or offline, `streaming` while a live stream pushes values (D22).
 *
 * At most one load runs, and no load while paused. A page that is shown again loads when a load is
 * due; a page that is back online always loads. A failure does not remove the value. Another source
 * removes the value and aborts the load. A pushed value also aborts the load, whose result would be
 * older.
 */
function buildRefreshMachine<T, F>() {
  const loading = {
    src: 'load',
    input: ({ context }: { context: RefreshContext<T, F> }) => context.load,
    onDone: {
      target: 'deciding',
      actions: { type: 'settle', params: ({ event }: { event: DoneActorEvent<Result<T, F>> }) => event.output },
    },
    onError: {
      target: 'deciding',
      actions: ['countCrash', { type: 'emitCrash', params: ({ event }: { event: ErrorActorEvent }) => event.error }],
    },
  } as const
  /** Only the timer counts: a clock that was set back meanwhile must not delay the load. */
  const onceDue = { target: 'deciding', actions: 'loadAtOnce' } as const

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
      streaming: ({ context }) => context.streaming,
      notStreaming: ({ context }) => !context.streaming,
    },
    actions: {
      settle: assign(({ context }, result: Result<T, F>) =>
        result.ok ? withValue(context, result.value) : withFailure(context, result.error),
      ),
      countCrash: assign(({ context }) => withFailure(context, null)),
      emitCrash: emit((_, error: unknown) => ({ type: 'CRASHED' as const, error })),
      loadAtOnce: assign({ dueAt: AT_ONCE }),
      startStreaming: assign(({ context: { updatedAt, failures, dueAt } }) => ({
        streaming: true,
        dueAt: updatedAt === null || failures > 0 ? dueAt : NEVER,
      })),
      setValue: assign(({ context }, value: T) => withValue(context, value)),
      changeSource: assign((_, { load, interval }: RefreshSource<T, F>) => ({ ...INITIAL_STATE, load, interval })),
    },
    delays: {
      untilDue: ({ context: { dueAt, now, interval } }) => Math.min(dueAt - now(), interval),
    },
  }).createMachine({
    id: 'refresh',
    context: ({ input }) => ({ ...input, ...toInitialState(input), streaming: false }),
    initial: 'deciding',
    on: {
      SHOWN: { guard: 'hidden', target: '.deciding', actions: assign({ visible: true }) },
      HIDDEN: { guard: 'shown', target: '.deciding', actions: assign({ visible: false }) },
      ONLINE: { guard: 'offline', target: '.deciding', actions: ['loadAtOnce', assign({ online: true })] },
      OFFLINE: { guard: 'online', target: '.deciding', actions: assign({ online: false }) },
      RETRY: { target: '.deciding', actions: 'loadAtOnce' },
      SOURCE_CHANGED: { target: '.deciding', actions: { type: 'changeSource', params: ({ event }) => event } },
      STREAM_OPENED: { guard: 'notStreaming', target: '.deciding', actions: 'startStreaming' },
      STREAM_LOST: { guard: 'streaming', target: '.deciding', actions: ['loadAtOnce', assign({ streaming: false })] },
      PUSHED: { target: '.deciding', actions: { type: 'setValue', params: ({ event }) => event.value } },
    },
    states: {
      deciding: {
        always: [
          { guard: 'unavailable', target: 'paused' },
          { guard: 'dueFirst', target: 'loading' },
          { guard: 'due', target: 'refreshing' },
          { guard: 'failing', target: 'backing-off' },
          { guard: 'streaming', target: 'streaming' },
          { target: 'waiting' },
        ],
      },
      // The first load is not aborted: the streamed values build on its result.
      loading: {
        invoke: loading,
        on: {
          RETRY: {},
          STREAM_OPENED: { actions: 'startStreaming' },
          STREAM_LOST: { actions: assign({ streaming: false }) },
        },
      },
      refreshing: { invoke: loading, on: { RETRY: {} } },
      waiting: { after: { untilDue: onceDue } },
      'backing-off': { after: { untilDue: onceDue } },
      streaming: {},
      paused: {},
    },
  })
}

type RefreshMachine<T, F> = ReturnType<typeof buildRefreshMachine<T, F>>

let shared: unknown = null

/**
 * The machine that loads one resource and refreshes it. All resources share it: a machine has no
 * state, and a page would build a dozen equal ones before it is interactive.
 */
export function createRefreshMachine<T, F>(): RefreshMachine<T, F> {
  shared ??= buildRefreshMachine<T, F>()
  return shared as RefreshMachine<T, F>
}
