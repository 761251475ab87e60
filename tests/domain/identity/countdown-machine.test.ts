import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import { countdownMachine, secondsLeft } from '#src/domain/identity/countdown-machine.ts'

test.each([
  [0, 0],
  [-1, 0],
  [1, 1],
  [999, 1],
  [1_000, 1],
  [1_001, 2],
  [300_000, 300],
])('secondsLeft of %i ms returns %i, rounded up', (milliseconds, seconds) => {
  expect(secondsLeft(10_000 + milliseconds, 10_000)).toBe(seconds)
})

test('the countdown returns the seconds left and ends at its instant', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20_000 }),
      fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 10 }),
      (span, steps) => {
        const clock = new SimulatedClock()
        const start = 1_000_000
        const now = () => start + clock.now()
        const actor = createActor(countdownMachine, { clock, input: { until: start + span, now } }).start()
        for (const step of steps) {
          clock.increment(step)
          expect(actor.getSnapshot().context.seconds).toBe(secondsLeft(start + span, now()))
        }
        expect(actor.getSnapshot().status).toBe(now() >= start + span ? 'done' : 'active')
      },
    ),
  )
})
