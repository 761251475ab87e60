import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { createCountdownView, secondsLeft } from '#src/application/identity/human-check.ts'

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

test('the countdown publishes each number of seconds once and stops its timer at its instant', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20_000 }),
      fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 10 }),
      (span, steps) => {
        const clock = createMemoryClock(1_000_000)
        const until = clock.now() + span
        const view = createCountdownView(until, { clock, timers: clock })
        let published = view.getSnapshot().seconds
        const { unsubscribe } = view.subscribe(({ seconds }) => {
          expect(seconds).toBe(published - 1)
          published = seconds
        })
        for (const step of steps) {
          clock.advance(step)
          expect(published).toBe(secondsLeft(until, clock.now()))
        }
        expect(clock.timerCount()).toBe(clock.now() >= until ? 0 : 1)
        unsubscribe()
        expect(clock.timerCount()).toBe(0)
      },
    ),
  )
})
