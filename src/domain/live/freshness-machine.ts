import { assign, setup } from 'xstate'
import { type Freshness, type FreshnessParams, freshness, nextFreshnessChange } from '#src/domain/live/freshness.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A resource and its page; `interval` in ms, `now` is the real clock. */
export interface FreshnessInput {
  readonly updatedAt: Instant | null
  readonly interval: number
  readonly now: () => Instant
  readonly visible: boolean
  readonly online: boolean
}

interface FreshnessContext extends FreshnessInput {
  /** The last update, or the last time a hidden page was shown again; the age counts from here. */
  readonly since: Instant | null
  readonly freshness: Freshness
}

/** The current values. An event without `interval` does not change the interval. */
type FreshnessEvent = { readonly type: 'UPDATED'; readonly interval?: number } & Pick<
  FreshnessInput,
  'updatedAt' | 'visible' | 'online'
>

type FreshnessFacts = Omit<FreshnessContext, 'freshness'>

const toFreshnessParams = ({ since, interval, now, online }: FreshnessFacts): FreshnessParams => ({
  updatedAt: since,
  now: now(),
  interval,
  online,
})

const withFreshness = (facts: FreshnessFacts): FreshnessContext => ({
  ...facts,
  freshness: freshness(toFreshnessParams(facts)),
})

function update(
  context: FreshnessContext,
  { updatedAt, visible, online, interval = context.interval }: FreshnessEvent,
): FreshnessContext {
  const isShownAgain = visible && !context.visible
  const isUpdated = updatedAt !== context.updatedAt
  const since = isUpdated || updatedAt === null ? updatedAt : context.since
  return withFreshness({
    ...context,
    interval,
    updatedAt,
    visible,
    online,
    since: isShownAgain && since !== null ? context.now() : since,
  })
}

/**
 * Tracks the freshness of a resource (D53). A hidden page loads nothing, so the age counts from the
 * time when the page is shown again.
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
  context: ({ input }) => withFreshness({ ...input, since: input.updatedAt }),
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
