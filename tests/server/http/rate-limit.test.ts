import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callerNet, createRateLimit, MAX_COUNTED_CALLERS, subscriberNet } from '#server/http/rate-limit.ts'
import { MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { testTime } from '#tests/support/market.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['1::', '1:0:0:0'],
])('%s belongs to the network %s', (address, net) => {
  expect(callerNet(address)).toBe(net)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8:1:ffff::6', '2001:db8:1'],
  ['::1', '0:0:0'],
])('%s belongs to the network %s of a subscriber', (address, net) => {
  expect(subscriberNet(address)).toBe(net)
})

test('callerNet returns a text that is not an address unchanged', () => {
  expect(callerNet('no address')).toBe('no address')
})

const createTestLimit = (perMinute: number) => {
  const time = testTime(1_000_000)
  const limit = createRateLimit(perMinute, time.now)
  /** Sends requests of a caller and returns the number of allowed ones. */
  const countAllowed = (count: number, caller = 'a') =>
    Array.from({ length: count }, () => limit.take(caller)).filter(({ ok }) => ok).length
  return { time, limit, countAllowed }
}

test.each([1, 7, 60])(
  'a limit of %i per minute allows a burst of that many requests and refuses the next one',
  (perMinute) => {
    expect(createTestLimit(perMinute).countAllowed(perMinute + 1)).toBe(perMinute)
  },
)

test('tokens refill one by one, and a refusal contains the time to the next token', () => {
  const { time, limit, countAllowed } = createTestLimit(60)
  countAllowed(60)
  expect(limit.take('a')).toEqual({ ok: false, error: { retryAfterMs: SECOND_MS } })
  time.pass(SECOND_MS - 1)
  expect(limit.take('a')).toEqual({ ok: false, error: { retryAfterMs: 1 } })
  time.pass(1)
  expect(countAllowed(2)).toBe(1)
  time.pass(3 * SECOND_MS)
  expect(countAllowed(5)).toBe(3)
})

test('a bucket refills to the limit in a minute and never beyond the limit', () => {
  const { time, countAllowed } = createTestLimit(60)
  countAllowed(60)
  time.pass(MINUTE_MS)
  expect(countAllowed(100)).toBe(60)
  time.pass(100 * MINUTE_MS)
  expect(countAllowed(100)).toBe(60)
})

test('each caller has its own bucket', () => {
  const { countAllowed } = createTestLimit(2)
  expect([countAllowed(3, 'a'), countAllowed(3, 'b')]).toEqual([2, 2])
})

test('a limit never allows a caller more than twice its requests in any minute', () => {
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

test('above its maximum number of callers, a rate limit removes the caller with the oldest request', () => {
  const { countAllowed } = createTestLimit(1)
  countAllowed(1, 'first')
  countAllowed(1, 'second')
  for (let i = 0; i < MAX_COUNTED_CALLERS - 1; i += 1) countAllowed(1, `caller ${i}`)
  expect(countAllowed(1, 'second')).toBe(0)
  expect(countAllowed(1, 'first')).toBe(1)
})
