import { assign, setup } from 'xstate'

import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** The end of the countdown, and the real clock. */
export interface CountdownInput {
  readonly until: Instant
  readonly now: () => Instant
}

interface CountdownContext extends CountdownInput {
  /** Whole seconds left, rounded up. */
  readonly seconds: number
}

/** Whole seconds left until an instant, rounded up; 0 after the instant. */
export const secondsLeft = (until: Instant, now: Instant): number => Math.max(0, Math.ceil((until - now) / SECOND_MS))

/** Counts down the seconds until an instant and ends there. */
export const countdownMachine = setup({
  types: { context: {} as CountdownContext, input: {} as CountdownInput },
  guards: { isOver: ({ context }) => context.seconds === 0 },
  actions: { update: assign({ seconds: ({ context: { until, now } }) => secondsLeft(until, now()) }) },
  delays: {
    untilNextSecond: ({ context: { until, seconds, now } }) => Math.max(1, until - (seconds - 1) * SECOND_MS - now()),
  },
}).createMachine({
  id: 'countdown',
  context: ({ input }) => ({ ...input, seconds: secondsLeft(input.until, input.now()) }),
  initial: 'updating',
  states: {
    updating: { entry: 'update', always: [{ guard: 'isOver', target: 'over' }, { target: 'waiting' }] },
    waiting: { after: { untilNextSecond: 'updating' } },
    over: { type: 'final' },
  },
})
