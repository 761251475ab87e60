import { expect, test } from 'vitest'

import { DEMO_START, formatMarketClock, readMarketTime, resumeMarketTime, toggleMarket } from '#src/demo/market-time.ts'
import { type Instant, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { MARKETS } from '#src/domain/trading/market.ts'
import { marketPhase } from '#src/domain/trading/trading-hours.ts'

const isMarketClosed = (now: Instant) => MARKETS.every((market) => marketPhase(market, now) !== 'open')

test.each([
  ['2026-11-20', '10:40', { ok: true, value: toInstant('2026-11-20', '10:40') }],
  ['2026-11-20', ' 9:05 ', { ok: true, value: toInstant('2026-11-20', '09:05') }],
  ['2010-01-04', '00:00', { ok: true, value: toInstant('2010-01-04', '00:00') }],
  ['2010-01-03', '10:40', { ok: false, error: 'date-out-of-range' }],
  ['2035-12-29', '10:40', { ok: false, error: 'date-out-of-range' }],
  ['2026-11-20', '24:00', { ok: false, error: 'invalid-time' }],
  ['2026-11-20', '', { ok: false, error: 'invalid-time' }],
  [null, '10:40', { ok: false, error: 'no-date' }],
] as const)('readMarketTime reads the date %s and the time %j', (date, time, result) => {
  expect(readMarketTime(date, time)).toEqual(result)
})

test.each([
  ['closes an open market on the same day', '2026-11-20', '10:40', '2026-11-20', '16:30'],
  ['closes the market while only next day trades', '2026-11-20', '14:00', '2026-11-20', '16:30'],
  ['opens a market after its close', '2026-11-20', '16:30', '2026-11-20', '10:40'],
  ['opens a market before its opening', '2026-11-20', '07:00', '2026-11-20', '10:40'],
  ['opens the market of the next trading day on a Sunday', '2026-11-22', '12:00', '2026-11-23', '10:40'],
  ['opens the market after a holiday of Colombia', '2026-11-16', '12:00', '2026-11-17', '10:40'],
])('toggleMarket %s', (_what, date, time, nextDate, nextTime) => {
  const now = toInstant(date, time)
  const next = toggleMarket(now, isMarketClosed(now))
  expect(next).toBe(toInstant(nextDate, nextTime))
  expect(isMarketClosed(next)).toBe(!isMarketClosed(now))
})

test('a press to close at the very close of the day closes the market', () => {
  const close = toInstant('2026-11-20', '16:00')
  expect(isMarketClosed(close)).toBe(true)
  expect(toggleMarket(close, false)).toBe(toInstant('2026-11-20', '16:30'))
})

test('a stored market time runs on, and an unreadable one starts a new demo', () => {
  const setAt = toInstant('2026-12-01', '09:00')
  const marketTime = toInstant('2025-03-04', '10:40')
  const text = formatMarketClock(marketTime, setAt)
  expect(resumeMarketTime(text, setAt + 5 * MINUTE_MS)).toBe(marketTime + 5 * MINUTE_MS)
  expect(resumeMarketTime(text, setAt - 5 * MINUTE_MS)).toBe(marketTime)
  for (const invalid of [null, '', '12', 'a b', '1 2 3']) expect(resumeMarketTime(invalid, setAt)).toBe(DEMO_START)
})

test.each([
  ['999999999999999', DEMO_START],
  ['0', DEMO_START],
  [`${toInstant('2010-01-03', '23:59')}`, DEMO_START],
  [`${toInstant('2010-01-04', '00:00')}`, toInstant('2010-01-04', '00:00')],
  [`${toInstant('2035-12-28', '23:59')}`, toInstant('2035-12-28', '23:59')],
  [`${toInstant('2035-12-29', '00:00')}`, DEMO_START],
])('the stored market time %s continues only within the dates of the demo', (marketTime, startsAt) => {
  expect(resumeMarketTime(`${marketTime} 5`, 5)).toBe(startsAt)
})
