import fc from 'fast-check'
import { expect, test } from 'vitest'

import { demoMove, demoStart } from '#server/demo/clock.ts'
import { createServerMarketClock } from '#server/market/market-clock.ts'
import { formatTime, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { isTradingDay } from '#src/domain/trading/calendar.ts'
import { testTime } from '#tests/support/market.ts'

const formatInstant = (instant: number | null) =>
  instant === null ? null : `${toDate(instant)} ${formatTime(instant)}`
/** The state of a demo that never started. */
const FIRST_START = { shift: null, lastRecordedAt: null, lastDealDate: null }

test.each([
  ['2026-11-20 07:00', '2026-11-20 10:40:00'],
  ['2026-11-21 09:43', '2026-11-20 10:40:00'],
  ['2026-11-22 23:59', '2026-11-20 10:40:00'],
  // 11 November is a holiday in the United States, and 16 November in Colombia.
  ['2026-11-11 12:00', '2026-11-10 10:40:00'],
  ['2026-11-16 12:00', '2026-11-13 10:40:00'],
])('the first start at %s sets the clock to %s', (real, start) => {
  const [date = '', time = ''] = real.split(' ')
  expect(formatInstant(demoStart({ realNow: toInstant(date, time), ...FIRST_START }))).toBe(start)
})

/** The state of a demo that stopped on Friday. */
const LATER_START = { shift: -3_600_000, lastRecordedAt: toInstant('2026-11-20', '11:00'), lastDealDate: '2026-11-20' }

test.each([
  ['2026-11-20 12:30', '2026-11-20 11:30:00'],
  // The spot market is closed, and the next day market is open.
  ['2026-11-20 16:59', '2026-11-20 15:59:00'],
  ['2026-11-20 17:00', '2026-11-23 10:40:00'],
  ['2026-11-21 12:00', '2026-11-23 10:40:00'],
  ['2026-11-23 09:00', '2026-11-23 08:00:00'],
  ['2026-11-23 08:59', '2026-11-23 10:40:00'],
])('a start at %s with a shift of minus one hour sets the clock to %s', (real, start) => {
  const [date = '', time = ''] = real.split(' ')
  expect(formatInstant(demoStart({ realNow: toInstant(date, time), ...LATER_START }))).toBe(start)
})

test('a start after the real clock was set back sets the market clock to the time of the last recorded deal', () => {
  const instant = demoStart({ ...LATER_START, realNow: toInstant('2026-11-20', '09:30') })
  expect(formatInstant(instant)).toBe('2026-11-20 11:00:00')
})

test('a demo without a stored shift starts on the trading day after its last deals', () => {
  const instant = demoStart({ ...LATER_START, shift: null, realNow: toInstant('2026-11-20', '11:00') })
  expect(formatInstant(instant)).toBe('2026-11-23 10:40:00')
})

test.each([
  ['2026-11-20 16:15:00', '2026-11-23 07:58:00'],
  ['2026-11-21 03:00:00', '2026-11-23 07:58:00'],
  ['2026-11-13 17:00:00', '2026-11-17 07:58:00'],
  // Only the next day market trades on a holiday of the United States.
  ['2026-11-10 16:15:00', '2026-11-11 07:58:00'],
])('the running demo at %s moves its clock to %s', (now, next) => {
  const [date = '', time = ''] = now.split(' ')
  expect(formatInstant(demoMove(toInstant(date, time)))).toBe(next)
})

test.each(['03:00:00', '16:14:59'])('the running demo does not move its clock on a trading day at %s', (time) => {
  expect(demoMove(toInstant('2026-11-20', time))).toBeNull()
})

test('a start always sets the clock to a trading day of the next day market', () => {
  const instant = fc.integer({ min: toInstant('2024-01-01', '00:00'), max: toInstant('2030-01-01', '00:00') })
  fc.assert(
    fc.property(instant, fc.option(fc.integer({ min: -1e9, max: 1e9 })), fc.boolean(), (realNow, shift, isNew) => {
      const past = isNew ? FIRST_START : { ...LATER_START, shift }
      expect(isTradingDay('nextday', toDate(demoStart({ realNow, ...past })))).toBe(true)
    }),
  )
})

test('the market clock runs at its speed and reports its shift from real time', () => {
  const time = testTime(1_000_000)
  const clock = createServerMarketClock({ now: time.now, speed: 60 })
  expect([clock.now(), clock.shift()]).toEqual([1_000_000, 0])
  clock.moveTo(5_000_000)
  time.pass(1_500)
  expect([clock.now(), clock.shift()]).toEqual([5_090_000, 4_088_500])
})
