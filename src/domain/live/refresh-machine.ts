import { assign, type DoneActorEvent, type ErrorActorEvent, emit, fromPromise, setup } from 'xstate'
import { runUntilAborted } from '#src/domain/abortable-call.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Pause after the first failure, in ms; each further failure doubles it. */
export const FIRST_BACKOFF_MS = 2_000

/**
 * Pause after a number of failures in a row (from 1): 2, 4, 8 … s, at most the interval (D18).
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
 * A value that is known before the first load. `updatedAt` is the time of the value, on the real
 * clock.
 */
export interface KnownValue<T> {
  readonly value: T
  readonly updatedAt: Instant
}

/**
 * The input of a machine: its source, a known value, the real clock, and the state of the page.
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
  /** The last failure; null after a value and after a load that threw. */
  readonly failure: F | null
  /** Failures since the last value. */
  readonly failures: number
  /** When the next load may start. */
  readonly dueAt: Instant
  /** Whether a live stream pushes values. Then only a first value or a failure needs a load. */
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

const IMMEDIATELY = Number.NEGATIVE_INFINITY
const NEVER = Number.POSITIVE_INFINITY

const INITIAL_STATE = { value: null, updatedAt: null, failure: null, failures: 0, dueAt: IMMEDIATELY } as const

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
 * due; a page that is online again always loads. A failure does not remove the value. A new source
 * removes the value and aborts the load. A pushed value also aborts the load, whose result would be
 * older.
 */
function buildRefreshMachine<T, F>() {
  const invokedLoad = {
    src: 'load',
    input: ({ context }: { context: RefreshContext<T, F> }) => context.load,
    onDone: {
      target: 'deciding',
      actions: { type: 'storeResult', params: ({ event }: { event: DoneActorEvent<Result<T, F>> }) => event.output },
    },
    onError: {
      target: 'deciding',
      actions: ['countCrash', { type: 'emitCrash', params: ({ event }: { event: ErrorActorEvent }) => event.error }],
    },
  } as const
  /** Loads without comparing the clock again: a clock that was set back must not delay the load. */
  const loadWhenDue = { target: 'deciding', actions: 'scheduleImmediateLoad' } as const

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
      isHidden: ({ context }) => !context.visible,
      isVisible: ({ context }) => context.visible,
      isOnline: ({ context }) => context.online,
      isOffline: ({ context }) => !context.online,
      isHiddenOrOffline: ({ context }) => !(context.visible && context.online),
      isDue: ({ context }) => context.now() >= context.dueAt,
      isFirstLoadDue: ({ context }) => context.updatedAt === null && context.now() >= context.dueAt,
      hasFailed: ({ context }) => context.failures > 0,
      isStreaming: ({ context }) => context.streaming,
      isNotStreaming: ({ context }) => !context.streaming,
    },
    actions: {
      storeResult: assign(({ context }, result: Result<T, F>) =>
        result.ok ? withValue(context, result.value) : withFailure(context, result.error),
      ),
      countCrash: assign(({ context }) => withFailure(context, null)),
      emitCrash: emit((_, error: unknown) => ({ type: 'CRASHED' as const, error })),
      scheduleImmediateLoad: assign({ dueAt: IMMEDIATELY }),
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
      SHOWN: { guard: 'isHidden', target: '.deciding', actions: assign({ visible: true }) },
      HIDDEN: { guard: 'isVisible', target: '.deciding', actions: assign({ visible: false }) },
      ONLINE: { guard: 'isOffline', target: '.deciding', actions: ['scheduleImmediateLoad', assign({ online: true })] },
      OFFLINE: { guard: 'isOnline', target: '.deciding', actions: assign({ online: false }) },
      RETRY: { target: '.deciding', actions: 'scheduleImmediateLoad' },
      SOURCE_CHANGED: { target: '.deciding', actions: { type: 'changeSource', params: ({ event }) => event } },
      STREAM_OPENED: { guard: 'isNotStreaming', target: '.deciding', actions: 'startStreaming' },
      STREAM_LOST: {
        guard: 'isStreaming',
        target: '.deciding',
        actions: ['scheduleImmediateLoad', assign({ streaming: false })],
      },
      PUSHED: { target: '.deciding', actions: { type: 'setValue', params: ({ event }) => event.value } },
    },
    states: {
      deciding: {
        always: [
          { guard: 'isHiddenOrOffline', target: 'paused' },
          { guard: 'isFirstLoadDue', target: 'loading' },
          { guard: 'isDue', target: 'refreshing' },
          { guard: 'hasFailed', target: 'backing-off' },
          { guard: 'isStreaming', target: 'streaming' },
          { target: 'waiting' },
        ],
      },
      // A stream that opens or ends does not abort the first load: streamed values need its result.
      loading: {
        invoke: invokedLoad,
        on: {
          RETRY: {},
          STREAM_OPENED: { actions: 'startStreaming' },
          STREAM_LOST: { actions: assign({ streaming: false }) },
        },
      },
      refreshing: { invoke: invokedLoad, on: { RETRY: {} } },
      waiting: { after: { untilDue: loadWhenDue } },
      'backing-off': { after: { untilDue: loadWhenDue } },
      streaming: {},
      paused: {},
    },
  })
}

type RefreshMachine<T, F> = ReturnType<typeof buildRefreshMachine<T, F>>

let sharedMachine: unknown = null

/**
 * Returns the machine that loads one resource and refreshes it. All resources share the machine: it
 * has no state. Otherwise a page would build a dozen equal machines before it is interactive.
 */
export function createRefreshMachine<T, F>(): RefreshMachine<T, F> {
  sharedMachine ??= buildRefreshMachine<T, F>()
  return sharedMachine as RefreshMachine<T, F>
}
