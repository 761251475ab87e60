import { assign, setup } from 'xstate'
import { type Answer, declareCall, type Timed } from '#src/domain/call.ts'
import { hasPointsBefore, prependPoints } from '#src/domain/charting/earlier-points.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface EarlierContext {
  /** The first point of the period; null while it is unknown or the period has no points. */
  readonly origin: Instant | null
  /** All points before the period so far; null without any. */
  readonly points: PeriodChart | null
  /** Whether the history has no points before them. */
  readonly isComplete: boolean
  /** Whether a day before the period was corrected after its points were requested. */
  readonly isOld: boolean
}

/**
 * `PERIOD`: the period was loaded, and starts at `origin`. `CORRECTED`: the figures of a day before the period changed
 * (D119).
 */
export type EarlierEvent = Timed<
  | { readonly type: 'PERIOD'; readonly origin: Instant | null }
  | { readonly type: 'LOAD' }
  | { readonly type: 'CORRECTED' }
>

const NOTHING_LOADED = { points: null, isComplete: false, isOld: false } as const

/** The first point that is known. */
const readFirst = ({ origin, points }: EarlierContext): Instant => {
  const first = points?.starts[0] ?? origin
  if (first === null) throw new Error('earlier points: loading before an unknown point')
  return first
}

/**
 * The points before a period, loaded piece by piece to the left (D126): `waiting` for the period,
 * `available`, `loading`, `failed`, `complete` when there are no more. After a correction all of them are loaded again, as far
 * as they reach (`reloading`); they stay until then. A period that starts at another point begins anew.
 */
export const earlierPointsMachine = setup({
  types: { context: {} as EarlierContext, events: {} as EarlierEvent },
  actors: {
    loadPoints: declareCall<{ readonly first: Instant }, PeriodChart>(),
    /** Loads the points from `first` to the period. */
    reloadPoints: declareCall<{ readonly origin: Instant; readonly first: Instant }, PeriodChart>(),
  },
  guards: {
    isOther: ({ context }, origin: Instant | null) => origin !== context.origin,
    isEmpty: (_, origin: Instant | null) => origin === null,
    hasLoaded: ({ context }) => context.points !== null,
    isOld: ({ context: { isOld, points } }) => isOld && points !== null,
    isComplete: ({ context }) => context.isComplete,
    hasFailed: (_, { ok }: Answer<PeriodChart>) => !ok,
    hasPoints: ({ context }, answer: Answer<PeriodChart>) =>
      answer.ok && hasPointsBefore(answer.value, readFirst(context)),
  },
  actions: {
    begin: assign((_, origin: Instant | null) => ({ origin, ...NOTHING_LOADED })),
    complete: assign({ isComplete: true }),
    outdate: assign({ isOld: true }),
    replace: assign((_, answer: Answer<PeriodChart>) => (answer.ok ? { points: answer.value, isOld: false } : {})),
    store: assign(({ context: { points } }, answer: Answer<PeriodChart>) =>
      answer.ok ? { points: points === null ? answer.value : prependPoints(answer.value, points) } : {},
    ),
  },
}).createMachine({
  id: 'earlier-points',
  context: { origin: null, ...NOTHING_LOADED },
  initial: 'waiting',
  on: {
    PERIOD: [
      {
        guard: { type: 'isEmpty', params: ({ event }) => event.origin },
        target: '.waiting',
        actions: { type: 'begin', params: ({ event }) => event.origin },
      },
      {
        guard: { type: 'isOther', params: ({ event }) => event.origin },
        target: '.available',
        actions: { type: 'begin', params: ({ event }) => event.origin },
      },
    ],
  },
  states: {
    waiting: {},
    available: {
      always: { guard: 'isOld', target: 'reloading' },
      on: { LOAD: 'loading', CORRECTED: { guard: 'hasLoaded', actions: 'outdate' } },
    },
    loading: {
      on: { CORRECTED: { actions: 'outdate' } },
      invoke: {
        src: 'loadPoints',
        input: ({ context }) => ({ first: readFirst(context) }),
        onDone: [
          { guard: { type: 'hasFailed', params: ({ event }) => event.output }, target: 'failed' },
          {
            guard: { type: 'hasPoints', params: ({ event }) => event.output },
            target: 'available',
            actions: { type: 'store', params: ({ event }) => event.output },
          },
          { target: 'complete', actions: 'complete' },
        ],
      },
    },
    reloading: {
      on: { CORRECTED: { target: 'reloading', reenter: true } },
      invoke: {
        src: 'reloadPoints',
        input: ({ context }) => ({ origin: context.origin ?? readFirst(context), first: readFirst(context) }),
        onDone: [
          { guard: { type: 'hasFailed', params: ({ event }) => event.output }, target: 'failed' },
          {
            guard: 'isComplete',
            target: 'complete',
            actions: { type: 'replace', params: ({ event }) => event.output },
          },
          { target: 'available', actions: { type: 'replace', params: ({ event }) => event.output } },
        ],
      },
    },
    failed: {
      on: {
        LOAD: [{ guard: 'isOld', target: 'reloading' }, { target: 'loading' }],
        CORRECTED: { guard: 'hasLoaded', actions: 'outdate' },
      },
    },
    complete: {
      always: { guard: 'isOld', target: 'reloading' },
      on: { CORRECTED: { guard: 'hasLoaded', actions: 'outdate' } },
    },
  },
})
