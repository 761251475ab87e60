import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addDays, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { isTradingDay } from '#src/domain/trading/calendar.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import { marketPhase, stockTradingHours, TRADING_HOURS, tradingBounds } from '#src/domain/trading/trading-hours.ts'

test.each<[Market, string, string]>([
  ['spot', '07:59:59', 'before'],
  ['spot', '08:00:00', 'open'],
  ['spot', '12:59:59', 'open'],
  ['spot', '13:00:00', 'closed'],
  ['nextday', '07:59:59', 'before'],
  ['nextday', '08:00:00', 'open'],
  ['nextday', '15:59:59', 'open'],
  ['nextday', '16:00:00', 'closed'],
  ['spot', '00:00:00', 'before'],
  ['spot', '19:00:00', 'closed'],
  ['spot', '23:59:59', 'closed'],
])('the phase of %s at %s on a working day is %s', (market, time, phase) => {
  expect(marketPhase(market, toInstant('2026-11-20', time))).toBe(phase)
})

test.each<[Market, string, string]>([
  ['spot', '2026-11-11', 'no-trading-day'],
  ['nextday', '2026-11-11', 'open'],
  ['spot', '2026-11-16', 'no-trading-day'],
  ['nextday', '2026-11-16', 'no-trading-day'],
  ['spot', '2026-11-21', 'no-trading-day'],
  ['nextday', '2026-11-22', 'no-trading-day'],
])('the phase of %s at 10:00 on %s is %s', (market, date, phase) => {
  expect(marketPhase(market, toInstant(date, '10:00'))).toBe(phase)
})

test('configured hours replace the default hours', () => {
  const hours = { opens: '09:00', closes: '14:30' }
  const readPhase = (time: string) => marketPhase('nextday', toInstant('2026-11-20', time), hours)
  expect([readPhase('08:59:59'), readPhase('09:00:00'), readPhase('14:29:59'), readPhase('14:30:00')]).toEqual([
    'before',
    'open',
    'open',
    'closed',
  ])
  expect(tradingBounds('nextday', '2026-11-20', hours).closesAt).toBe(toInstant('2026-11-20', '14:30'))
})

test('a market is open exactly between its bounds on its trading days', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...MARKETS),
      fc.integer({ min: 0, max: 9_000 }).map((days) => addDays('2008-01-01', days)),
      fc.integer({ min: 0, max: 24 * 60 - 1 }),
      (market, date, minute) => {
        const now = toInstant(date, '00:00') + minute * MINUTE_MS
        const { opensAt, closesAt } = tradingBounds(market, date)
        const isWithinBounds = opensAt <= now && now < closesAt
        expect(marketPhase(market, now) === 'open').toBe(isTradingDay(market, date) && isWithinBounds)
      },
    ),
  )
})

test('both markets open at eight, spot closes at one and next day at four', () => {
  expect(TRADING_HOURS).toEqual({
    spot: { opens: '08:00', closes: '13:00' },
    nextday: { opens: '08:00', closes: '16:00' },
  })
})

test.each([
  ['2026-03-06', '09:30'],
  ['2026-03-07', '09:30'],
  ['2026-03-08', '08:30'],
  ['2026-03-09', '08:30'],
  ['2026-07-15', '08:30'],
  ['2026-10-30', '08:30'],
  ['2026-10-31', '08:30'],
  ['2026-11-01', '09:30'],
  ['2026-11-20', '09:30'],
  ['2027-03-12', '09:30'],
  ['2027-03-15', '08:30'],
  ['2027-11-05', '08:30'],
  ['2027-11-08', '09:30'],
])('on %s, stocks open at %s in Bogotá, which depends on the daylight saving time of New York', (date, time) => {
  expect(stockTradingHours(date).opens).toBe(time)
})

test('stockTradingHours agrees with the time zone data of New York from 2008 to 2030', () => {
  const zone = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'short' })
  for (let date = '2008-01-01'; date < '2031-01-01'; date = addDays(date, 1)) {
    const isSummerTime = zone.format(toInstant(date, '12:00')).endsWith('EDT')
    expect(stockTradingHours(date)).toEqual(
      isSummerTime ? { opens: '08:30', closes: '15:00' } : { opens: '09:30', closes: '16:00' },
    )
  }
})
