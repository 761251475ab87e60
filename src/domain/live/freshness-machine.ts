import { assign, setup } from 'xstate'

import type { Timed } from '#src/domain/call.ts'
import {
  type Freshness,
  type FreshnessParams,
  freshness,
  LATE_INTERVALS,
  nextFreshnessChange,
} from '#src/domain/live/freshness.ts'
import { nextReconnection, type Reconnection } from '#src/domain/live/reconnection.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Time for the first load of a page that is shown again, ms. A load takes at most as long (§4). */
export const SHOWN_AGAIN_MS = 10_000

/** A resource and its page; `interval` in ms, `at` is the present on the real clock. */
export interface FreshnessInput {
  readonly updatedAt: Instant | null
  readonly interval: number
  readonly at: Instant
  readonly visible: boolean
  readonly online: boolean
}

interface FreshnessContext extends FreshnessInput {
  /** From when the age counts. A clock that is set back does not make a value younger. */
  readonly agesFrom: Instant | null
  /** No value is late before this instant. */
  readonly notLateBefore: Instant
  readonly freshness: Freshness
  readonly reconnection: Reconnection
}

/** `UPDATED` has the current values; without `interval` the interval is unchanged. */
export type FreshnessEvent = Timed<
  { readonly type: 'UPDATED'; readonly interval?: number } & Pick<FreshnessInput, 'updatedAt' | 'visible' | 'online'>
>

type FreshnessFacts = Omit<FreshnessContext, 'freshness'>

const toFreshnessParams = ({ agesFrom, notLateBefore, interval, at, online }: FreshnessFacts): FreshnessParams => ({
  updatedAt: agesFrom && Math.max(agesFrom, notLateBefore - LATE_INTERVALS * interval),
  now: at,
  interval,
  online,
})

function withFreshness(facts: FreshnessFacts): FreshnessContext {
  const agesFrom = facts.agesFrom && Math.min(facts.agesFrom, facts.at)
  const nextFreshness = freshness(toFreshnessParams({ ...facts, agesFrom }))
  const reconnection = nextReconnection(facts.reconnection, nextFreshness, facts.updatedAt)
  return { ...facts, agesFrom, freshness: nextFreshness, reconnection }
}

function update(context: FreshnessContext, event: FreshnessEvent): FreshnessContext {
  const { updatedAt, visible, online, at, interval = context.interval } = event
  const isShownAgain = visible && !context.visible
  return withFreshness({
    ...context,
    interval,
    updatedAt,
    agesFrom: updatedAt === context.updatedAt ? context.agesFrom : updatedAt,
    visible,
    online,
    at,
    notLateBefore: isShownAgain ? at + SHOWN_AGAIN_MS : context.notLateBefore,
  })
}

/** When the freshness changes without an event; null if it does not change. */
const findChange = (context: FreshnessContext) => nextFreshnessChange(toFreshnessParams(context))

/**
 * Tracks the freshness of a resource, and whether its connection was restored (D53). A hidden page
 * loads nothing. When it is shown again, old values are late after the time for one load, and
 * stopped 4 intervals later.
 */
export const freshnessMachine = setup({
  types: {
    context: {} as FreshnessContext,
    events: {} as FreshnessEvent,
    input: {} as FreshnessInput,
  },
  guards: {
    canAge: ({ context }) => context.visible && findChange(context) !== null,
    restoresConnection: ({ context, event }) =>
      context.reconnection !== 'steady' && update(context, event).reconnection === 'steady',
  },
  actions: {
    update: assign(({ context, event }) => update(context, event)),
    /** The timer ends at the instant of the change or later. */
    age: assign(({ context }) => withFreshness({ ...context, at: findChange(context) ?? context.at })),
    /** Is provided: the first value after a lost connection has arrived. */
    notifyRestored: () => {},
  },
  delays: {
    untilChange: ({ context }) => (findChange(context) ?? context.at) - context.at,
  },
}).createMachine({
  id: 'freshness',
  context: ({ input }) =>
    withFreshness({ ...input, agesFrom: input.updatedAt, notLateBefore: 0, reconnection: 'steady' }),
  initial: 'deciding',
  on: {
    UPDATED: [
      { guard: 'restoresConnection', target: '.deciding', actions: ['update', 'notifyRestored'] },
      { target: '.deciding', actions: 'update' },
    ],
  },
  states: {
    deciding: { always: [{ guard: 'canAge', target: 'ageing' }, { target: 'settled' }] },
    ageing: { after: { untilChange: { target: 'deciding', actions: 'age' } } },
    settled: {},
  },
})
