import { assign, type DoneActorEvent, setup } from 'xstate'

import { type Answer, type CallFailure, declareCall, type Timed } from '#src/domain/call.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Pause after the first failure, in ms; each further failure doubles it. */
export const FIRST_BACKOFF_MS = 2_000

/**
 * Pause after a number of failures in a row (from 1): 2, 4, 8 … s, at most the interval (D18).
 */
export const backoffDelay = (failures: number, interval: number): number =>
  Math.min(interval, FIRST_BACKOFF_MS * 2 ** (failures - 1))

/**
 * A value that is known before the first load. `updatedAt` is the time of the value, on the real
 * clock.
 */
export interface KnownValue<T> {
  readonly value: T
  readonly updatedAt: Instant
}

/**
 * The input of a machine: the interval, a known value, the start on the real clock, and the state
 * of the page. The interval (ms, above 0) is the time from a result to the next load; with null,
 * only a retry, a restored connection or a new source loads again.
 */
export interface RefreshInput<T> {
  readonly interval: number | null
  readonly known: KnownValue<T> | null
  readonly at: Instant
  readonly visible: boolean
  readonly online: boolean
}

/** The state of the resource. */
export interface RefreshContext<T> extends Omit<RefreshInput<T>, 'known'> {
  /** The time of the last event or answer, on the real clock. */
  readonly at: Instant
  readonly value: T | null
  readonly updatedAt: Instant | null
  /** The last failure; null after a value. */
  readonly failure: CallFailure | null
  /** Failures since the last value. */
  readonly failures: number
  /** When the next load may start. */
  readonly dueAt: Instant
  /** Whether a live stream pushes values. Then only a first value or a failure needs a load. */
  readonly streaming: boolean
  readonly userRetry: UserRetry
}

/**
 * The retry that the user started: `requested` until its load ends, then its result until the next
 * load.
 */
export type UserRetry = 'none' | 'requested' | 'succeeded' | 'failed'

/** Changes of the page, of the source and of the live stream, and retries. */
export type RefreshEvent<T> = Timed<
  | { readonly type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE' | 'STREAM_OPENED' | 'STREAM_LOST' }
  | { readonly type: 'RETRY' | 'USER_RETRY' }
  | { readonly type: 'SOURCE_CHANGED'; readonly interval: number | null }
  | { readonly type: 'PUSHED'; readonly value: T }
>

const IMMEDIATELY = Number.NEGATIVE_INFINITY
const NEVER = Number.POSITIVE_INFINITY

const INITIAL_STATE = {
  value: null,
  updatedAt: null,
  failure: null,
  failures: 0,
  dueAt: IMMEDIATELY,
  userRetry: 'none',
} as const

const toInitialState = <T>({ known, interval }: RefreshInput<T>) =>
  known ? { ...INITIAL_STATE, ...known, dueAt: known.updatedAt + (interval ?? NEVER) } : INITIAL_STATE

const endRetry = (userRetry: UserRetry, result: 'succeeded' | 'failed'): UserRetry =>
  userRetry === 'requested' ? result : 'none'

function withValue<T>({ interval, streaming, userRetry }: RefreshContext<T>, value: T, at: Instant) {
  const dueAt = streaming || interval === null ? NEVER : at + interval
  const retry = endRetry(userRetry, 'succeeded')
  return { at, value, updatedAt: at, failure: null, failures: 0, dueAt, userRetry: retry }
}

function withFailure<T>(context: RefreshContext<T>, failure: CallFailure, at: Instant) {
  const { interval, userRetry } = context
  const failures = context.failures + 1
  const dueAt = interval === null ? NEVER : at + backoffDelay(failures, interval)
  return { at, failure, failures, dueAt, userRetry: endRetry(userRetry, 'failed') }
}

/**
 * Builds the machine that loads one resource and refreshes it (D18).
 *
 * States: `loading` (no value yet), `refreshing`, `waiting` for the next load, `backing-off` after
 * a failure, `paused` while hidden or offline, `streaming` while a live stream pushes values (D22),
 * `idle` when no load is scheduled: there is no interval, or the value is final.
 *
 * At most one load runs, and no load while paused. A page that is shown again loads when a load is
 * due; a page that is online again always loads. A failure does not remove the value. A new source
 * removes the value and aborts the load. A pushed value also aborts the load, whose result would be
 * older. A final value is loaded again only by a retry or after a lost connection.
 */
export function createRefreshMachine<T>() {
  const toAnswer = ({ event }: { event: DoneActorEvent<Answer<T>> }) => event.output
  const invokedLoad = {
    src: 'load',
    onDone: [
      {
        guard: { type: 'isFinal', params: toAnswer },
        target: 'deciding',
        actions: [{ type: 'storeAnswer', params: toAnswer }, 'unscheduleLoad'],
      },
      { target: 'deciding', actions: { type: 'storeAnswer', params: toAnswer } },
    ],
  } as const
  /** Loads without comparing the clock again: a clock that was set back must not delay the load. */
  const loadWhenDue = { target: 'deciding', actions: 'scheduleImmediateLoad' } as const

  return setup({
    types: {
      context: {} as RefreshContext<T>,
      events: {} as RefreshEvent<T>,
      input: {} as RefreshInput<T>,
    },
    actors: { load: declareCall<void, T>() },
    guards: {
      isHidden: ({ context }) => !context.visible,
      isVisible: ({ context }) => context.visible,
      isOnline: ({ context }) => context.online,
      isOffline: ({ context }) => !context.online,
      isHiddenOrOffline: ({ context }) => !(context.visible && context.online),
      isDue: ({ context }) => context.at >= context.dueAt,
      isFirstLoadDue: ({ context }) => context.updatedAt === null && context.at >= context.dueAt,
      isUnscheduled: ({ context }) => context.dueAt === NEVER,
      hasFailed: ({ context }) => context.failures > 0,
      isStreaming: ({ context }) => context.streaming,
      isNotStreaming: ({ context }) => !context.streaming,
      isUnscheduledStreaming: ({ context }) => context.streaming && context.dueAt === NEVER,
      /** The application decides which value no longer changes; by default none. */
      isFinal: (_, _answer: Answer<T>): boolean => false,
    },
    actions: {
      recordTime: assign(({ event }) => ({ at: event.at })),
      storeAnswer: assign(({ context }, answer: Answer<T>) =>
        answer.ok ? withValue(context, answer.value, answer.at) : withFailure(context, answer.error, answer.at),
      ),
      scheduleImmediateLoad: assign({ dueAt: IMMEDIATELY }),
      unscheduleLoad: assign({ dueAt: NEVER }),
      requestUserRetry: assign({ userRetry: 'requested' }),
      /** The result of the user's retry is outdated when another load starts. */
      dropRetryResult: assign(({ context: { userRetry } }) => ({
        userRetry: userRetry === 'requested' ? 'requested' : 'none',
      })),
      startStreaming: assign(({ context: { updatedAt, failures, dueAt } }) => ({
        streaming: true,
        dueAt: updatedAt === null || failures > 0 ? dueAt : NEVER,
      })),
      setValue: assign(({ context }, { value, at }: { readonly value: T; readonly at: Instant }) =>
        withValue(context, value, at),
      ),
      changeSource: assign((_, { interval }: Pick<RefreshInput<T>, 'interval'>) => ({ ...INITIAL_STATE, interval })),
    },
    delays: {
      untilDue: ({ context: { dueAt, at, interval } }) => Math.min(dueAt - at, interval ?? NEVER),
    },
  }).createMachine({
    id: 'refresh',
    context: ({ input: { known, ...input } }) => ({
      ...input,
      ...toInitialState({ known, ...input }),
      streaming: false,
    }),
    initial: 'deciding',
    on: {
      SHOWN: { guard: 'isHidden', target: '.deciding', actions: ['recordTime', assign({ visible: true })] },
      HIDDEN: { guard: 'isVisible', target: '.deciding', actions: ['recordTime', assign({ visible: false })] },
      ONLINE: {
        guard: 'isOffline',
        target: '.deciding',
        actions: ['recordTime', 'scheduleImmediateLoad', assign({ online: true })],
      },
      OFFLINE: { guard: 'isOnline', target: '.deciding', actions: ['recordTime', assign({ online: false })] },
      RETRY: { target: '.deciding', actions: ['recordTime', 'scheduleImmediateLoad'] },
      USER_RETRY: {
        target: '.deciding',
        actions: ['recordTime', 'scheduleImmediateLoad', 'requestUserRetry'],
      },
      SOURCE_CHANGED: {
        target: '.deciding',
        actions: ['recordTime', { type: 'changeSource', params: ({ event }) => event }],
      },
      STREAM_OPENED: { guard: 'isNotStreaming', target: '.deciding', actions: ['recordTime', 'startStreaming'] },
      STREAM_LOST: {
        guard: 'isStreaming',
        target: '.deciding',
        actions: ['recordTime', 'scheduleImmediateLoad', assign({ streaming: false })],
      },
      PUSHED: { target: '.deciding', actions: { type: 'setValue', params: ({ event }) => event } },
    },
    states: {
      deciding: {
        always: [
          { guard: 'isHiddenOrOffline', target: 'paused' },
          { guard: 'isFirstLoadDue', target: 'loading' },
          { guard: 'isDue', target: 'refreshing' },
          { guard: 'isUnscheduledStreaming', target: 'streaming' },
          { guard: 'isUnscheduled', target: 'idle' },
          { guard: 'hasFailed', target: 'backing-off' },
          { target: 'waiting' },
        ],
      },
      // A stream that opens or ends does not abort the first load: streamed values need its result.
      loading: {
        entry: 'dropRetryResult',
        invoke: invokedLoad,
        on: {
          RETRY: {},
          USER_RETRY: { actions: 'requestUserRetry' },
          STREAM_OPENED: { actions: 'startStreaming' },
          STREAM_LOST: { actions: assign({ streaming: false }) },
        },
      },
      refreshing: {
        entry: 'dropRetryResult',
        invoke: invokedLoad,
        on: { RETRY: {}, USER_RETRY: { actions: 'requestUserRetry' } },
      },
      waiting: { after: { untilDue: loadWhenDue } },
      'backing-off': { after: { untilDue: loadWhenDue } },
      idle: {},
      streaming: {},
      paused: {},
    },
  })
}
