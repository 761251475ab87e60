import { assign, setup } from 'xstate'
import { type Freshness, freshness, nextFreshnessChange } from '#src/domain/live/freshness.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** How a resource and its page stand; `interval` in ms, `now` the real clock. */
export interface FreshnessInput {
  readonly updatedAt: Instant | null
  readonly interval: number
  readonly now: () => Instant
  readonly visible: boolean
  readonly online: boolean
}

/** `since` is the last answer, or the return to a page that asked nothing while it was hidden. */
interface Judged extends FreshnessInput {
  readonly since: Instant | null
  readonly verdict: Freshness
}

/** Without an interval that stays as it was. */
type FreshnessEvent = { readonly type: 'TOLD'; readonly interval?: number } & Pick<
  FreshnessInput,
  'updatedAt' | 'visible' | 'online'
>

type Unjudged = Omit<Judged, 'verdict'>

const answeredNow = ({ since, interval, now, online }: Unjudged) => ({
  updatedAt: since,
  now: now(),
  interval,
  online,
})

const judged = (context: Unjudged): Judged => ({ ...context, verdict: freshness(answeredNow(context)) })

function told(context: Judged, { updatedAt, visible, online, interval = context.interval }: FreshnessEvent): Judged {
  const returned = visible && !context.visible
  const answered = updatedAt !== context.updatedAt
  const since = answered || updatedAt === null ? updatedAt : context.since
  return judged({
    ...context,
    interval,
    updatedAt,
    visible,
    online,
    since: returned && since !== null ? context.now() : since,
  })
}

/**
 * Says how old a resource is, by itself at the moments when that changes (D53). While the page is hidden nothing is asked
 * and so no cycle is missed: the age counts from the return.
 */
export const freshnessMachine = setup({
  types: {
    context: {} as Judged,
    events: {} as FreshnessEvent,
    input: {} as FreshnessInput,
  },
  guards: {
    ageing: ({ context }) => context.visible && nextFreshnessChange(answeredNow(context)) !== null,
  },
  delays: {
    untilChange: ({ context }) => (nextFreshnessChange(answeredNow(context)) ?? context.now()) - context.now(),
  },
}).createMachine({
  id: 'freshness',
  context: ({ input }) => judged({ ...input, since: input.updatedAt }),
  initial: 'judging',
  on: {
    TOLD: { target: '.judging', actions: assign(({ context, event }) => told(context, event)) },
  },
  states: {
    judging: { always: [{ guard: 'ageing', target: 'ageing' }, { target: 'settled' }] },
    ageing: { after: { untilChange: { target: 'judging', actions: assign(({ context }) => judged(context)) } } },
    settled: {},
  },
})
