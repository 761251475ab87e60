import { assign, setup } from 'xstate'
import {
  type Freshness,
  type FreshnessParams,
  freshness,
  LATE_INTERVALS,
  nextFreshnessChange,
} from '#src/domain/live/freshness.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Time for the first load of a page that is shown again, ms. A load takes at most as long (§4). */
export const SHOWN_AGAIN_MS = 10_000

/** A resource and its page; `interval` in ms, `now` is the real clock. */
export interface FreshnessInput {
  readonly updatedAt: Instant | null
  readonly interval: number
  readonly now: () => Instant
  readonly visible: boolean
  readonly online: boolean
}

interface FreshnessContext extends FreshnessInput {
  /** From when the age counts. A clock that is set back does not make a value younger. */
  readonly agesFrom: Instant | null
  /** No value is late before this instant. */
  readonly notLateBefore: Instant
  readonly freshness: Freshness
}

/** The current values. An event without `interval` does not change the interval. */
type FreshnessEvent = { readonly type: 'UPDATED'; readonly interval?: number } & Pick<
  FreshnessInput,
  'updatedAt' | 'visible' | 'online'
>

type FreshnessFacts = Omit<FreshnessContext, 'freshness'>

const toFreshnessParams = ({ agesFrom, notLateBefore, interval, now, online }: FreshnessFacts): FreshnessParams => ({
  updatedAt: agesFrom && Math.max(agesFrom, notLateBefore - LATE_INTERVALS * interval),
  now: now(),
  interval,
  online,
})

function withFreshness(facts: FreshnessFacts): FreshnessContext {
  const agesFrom = facts.agesFrom && Math.min(facts.agesFrom, facts.now())
  return { ...facts, agesFrom, freshness: freshness(toFreshnessParams({ ...facts, agesFrom })) }
}

function update(
  context: FreshnessContext,
  { updatedAt, visible, online, interval = context.interval }: FreshnessEvent,
): FreshnessContext {
  const isShownAgain = visible && !context.visible
  return withFreshness({
    ...context,
    interval,
    updatedAt,
    agesFrom: updatedAt === context.updatedAt ? context.agesFrom : updatedAt,
    visible,
    online,
    notLateBefore: isShownAgain ? context.now() + SHOWN_AGAIN_MS : context.notLateBefore,
  })
}

/**
 * Tracks the freshness of a resource (D53). A hidden page loads nothing. When it is shown again,
 * old values are late after the time for one load, and stopped 4 intervals later.
 */
export const freshnessMachine = setup({
  types: {
    context: {} as FreshnessContext,
    events: {} as FreshnessEvent,
    input: {} as FreshnessInput,
  },
  guards: {
    canAge: ({ context }) => context.visible && nextFreshnessChange(toFreshnessParams(context)) !== null,
  },
  delays: {
    untilChange: ({ context }) => (nextFreshnessChange(toFreshnessParams(context)) ?? context.now()) - context.now(),
  },
}).createMachine({
  id: 'freshness',
  context: ({ input }) => withFreshness({ ...input, agesFrom: input.updatedAt, notLateBefore: 0 }),
  initial: 'deciding',
  on: {
    UPDATED: { target: '.deciding', actions: assign(({ context, event }) => update(context, event)) },
  },
  states: {
    deciding: { always: [{ guard: 'canAge', target: 'ageing' }, { target: 'settled' }] },
    ageing: {
      after: { untilChange: { target: 'deciding', actions: assign(({ context }) => withFreshness(context)) } },
    },
    settled: {},
  },
})
