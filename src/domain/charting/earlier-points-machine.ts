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
}

/** `PERIOD`: the period was loaded, and starts at `origin`. */
export type EarlierEvent = Timed<
  { readonly type: 'PERIOD'; readonly origin: Instant | null } | { readonly type: 'LOAD' }
>

/** The first point that is known. */
const readFirst = ({ origin, points }: EarlierContext): Instant => {
  const first = points?.starts[0] ?? origin
  if (first === null) throw new Error('earlier points: loading before an unknown point')
  return first
}

/**
 * The points before a period, loaded piece by piece to the left (D126): `waiting` for the period,
 * `available`, `loading`, `failed`, `complete` when there are no more. A period that starts at another point begins anew.
 */
export const earlierPointsMachine = setup({
  types: { context: {} as EarlierContext, events: {} as EarlierEvent },
  actors: { loadPoints: declareCall<{ readonly first: Instant }, PeriodChart>() },
  guards: {
    isOther: ({ context }, origin: Instant | null) => origin !== context.origin,
    isEmpty: (_, origin: Instant | null) => origin === null,
    hasFailed: (_, { ok }: Answer<PeriodChart>) => !ok,
    hasPoints: ({ context }, answer: Answer<PeriodChart>) =>
      answer.ok && hasPointsBefore(answer.value, readFirst(context)),
  },
  actions: {
    begin: assign((_, origin: Instant | null) => ({ origin, points: null })),
    store: assign(({ context: { points } }, answer: Answer<PeriodChart>) =>
      answer.ok ? { points: points === null ? answer.value : prependPoints(answer.value, points) } : {},
    ),
  },
}).createMachine({
  id: 'earlier-points',
  context: { origin: null, points: null },
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
    available: { on: { LOAD: 'loading' } },
    loading: {
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
          { target: 'complete' },
        ],
      },
    },
    failed: { on: { LOAD: 'loading' } },
    complete: {},
  },
})
