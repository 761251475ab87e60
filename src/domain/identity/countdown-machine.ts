import { assign, setup } from 'xstate'

import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** What is waited for, and the real clock. */
export interface CountdownInput {
  readonly until: Instant
  readonly now: () => Instant
}

interface CountdownContext extends CountdownInput {
  /** Whole seconds, a begun one counted. */
  readonly seconds: number
}

/** Seconds left until an instant, a begun one counted; none after it. */
export const secondsLeft = (until: Instant, now: Instant): number => Math.max(0, Math.ceil((until - now) / SECOND_MS))

/** Counts the seconds that are left, for a person to see; what happens at the end is somebody else's affair. */
export const countdownMachine = setup({
  types: { context: {} as CountdownContext, input: {} as CountdownInput },
  guards: { over: ({ context }) => context.seconds === 0 },
  actions: { look: assign({ seconds: ({ context: { until, now } }) => secondsLeft(until, now()) }) },
  delays: {
    untilNextSecond: ({ context: { until, seconds, now } }) => Math.max(1, until - (seconds - 1) * SECOND_MS - now()),
  },
}).createMachine({
  id: 'countdown',
  context: ({ input }) => ({ ...input, seconds: secondsLeft(input.until, input.now()) }),
  initial: 'looking',
  states: {
    looking: { entry: 'look', always: [{ guard: 'over', target: 'over' }, { target: 'waiting' }] },
    waiting: { after: { untilNextSecond: 'looking' } },
    over: { type: 'final' },
  },
})
