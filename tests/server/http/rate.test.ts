import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createRate, MAX_COUNTED_CALLERS } from '#server/http/rate.ts'
import { MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { testTime } from '#tests/support/market.ts'

const started = (perMinute: number) => {
  const time = testTime(1_000_000)
  const rate = createRate(perMinute, time.now)
  const takes = (count: number, caller = 'a') =>
    Array.from({ length: count }, () => rate.take(caller)).filter(({ ok }) => ok).length
  return { time, rate, takes }
}

test.each([1, 7, 60])('%i may come at once, and one more waits', (perMinute) => {
  expect(started(perMinute).takes(perMinute + 1)).toBe(perMinute)
})

test('what was taken comes back one by one, and the wait is told', () => {
  const { time, rate, takes } = started(60)
  takes(60)
  expect(rate.take('a')).toEqual({ ok: false, error: { retryAfterMs: SECOND_MS } })
  time.pass(SECOND_MS - 1)
  expect(rate.take('a')).toEqual({ ok: false, error: { retryAfterMs: 1 } })
  time.pass(1)
  expect(takes(2)).toBe(1)
  time.pass(3 * SECOND_MS)
  expect(takes(5)).toBe(3)
})

test('after a minute all is back, and never more than that', () => {
  const { time, takes } = started(60)
  takes(60)
  time.pass(MINUTE_MS)
  expect(takes(100)).toBe(60)
  time.pass(100 * MINUTE_MS)
  expect(takes(100)).toBe(60)
})

test('each caller has a count of its own', () => {
  const { takes } = started(2)
  expect([takes(3, 'a'), takes(3, 'b')]).toEqual([2, 2])
})

test('in no stretch of a minute does anybody get more than two minutes’ worth', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), fc.array(fc.nat({ max: 5_000 })), (perMinute, pauses) => {
      const { time, rate } = started(perMinute)
      const given: number[] = []
      for (const pause of pauses) {
        time.pass(pause)
        if (rate.take('a').ok) given.push(time.now())
      }
      for (const from of given) {
        const inAMinute = given.filter((at) => at >= from && at < from + MINUTE_MS)
        expect(inAMinute.length).toBeLessThanOrEqual(2 * perMinute)
      }
    }),
  )
})

test('of more callers than are counted the one that called longest ago begins anew', () => {
  const { takes } = started(1)
  takes(1, 'first')
  takes(1, 'second')
  for (let i = 0; i < MAX_COUNTED_CALLERS - 1; i += 1) takes(1, `caller ${i}`)
  expect(takes(1, 'second')).toBe(0)
  expect(takes(1, 'first')).toBe(1)
})
