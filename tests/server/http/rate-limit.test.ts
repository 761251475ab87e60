import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createRateLimit, MAX_COUNTED_CALLERS } from '#server/http/rate-limit.ts'
import { MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { testTime } from '#tests/support/market.ts'

const createTestLimit = (perMinute: number) => {
  const time = testTime(1_000_000)
  const limit = createRateLimit(perMinute, time.now)
  const takes = (count: number, caller = 'a') =>
    Array.from({ length: count }, () => limit.take(caller)).filter(({ ok }) => ok).length
  return { time, limit, takes }
}

test.each([1, 7, 60])('a limit of %i a minute allows as many requests at once and refuses one more', (perMinute) => {
  expect(createTestLimit(perMinute).takes(perMinute + 1)).toBe(perMinute)
})

test('tokens refill one by one, and a refusal gives the remaining wait', () => {
  const { time, limit, takes } = createTestLimit(60)
  takes(60)
  expect(limit.take('a')).toEqual({ ok: false, error: { retryAfterMs: SECOND_MS } })
  time.pass(SECOND_MS - 1)
  expect(limit.take('a')).toEqual({ ok: false, error: { retryAfterMs: 1 } })
  time.pass(1)
  expect(takes(2)).toBe(1)
  time.pass(3 * SECOND_MS)
  expect(takes(5)).toBe(3)
})

test('the bucket is full after a minute and never holds more', () => {
  const { time, takes } = createTestLimit(60)
  takes(60)
  time.pass(MINUTE_MS)
  expect(takes(100)).toBe(60)
  time.pass(100 * MINUTE_MS)
  expect(takes(100)).toBe(60)
})

test('each caller has its own bucket', () => {
  const { takes } = createTestLimit(2)
  expect([takes(3, 'a'), takes(3, 'b')]).toEqual([2, 2])
})

test('no minute allows more than twice the limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), fc.array(fc.nat({ max: 5_000 })), (perMinute, pauses) => {
      const { time, limit } = createTestLimit(perMinute)
      const allowed: number[] = []
      for (const pause of pauses) {
        time.pass(pause)
        if (limit.take('a').ok) allowed.push(time.now())
      }
      for (const from of allowed) {
        const inAMinute = allowed.filter((at) => at >= from && at < from + MINUTE_MS)
        expect(inAMinute.length).toBeLessThanOrEqual(2 * perMinute)
      }
    }),
  )
})

test('beyond the maximum number of callers, the one with the oldest request is removed', () => {
  const { takes } = createTestLimit(1)
  takes(1, 'first')
  takes(1, 'second')
  for (let i = 0; i < MAX_COUNTED_CALLERS - 1; i += 1) takes(1, `caller ${i}`)
  expect(takes(1, 'second')).toBe(0)
  expect(takes(1, 'first')).toBe(1)
})
