import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  addDays,
  DAY_MS,
  formatTime,
  HOUR_MS,
  millisecondOfDay,
  parseDate,
  SECOND_MS,
  toDate,
  toInstant,
  toIso,
  toWeekday,
} from '#src/domain/time/bogota.ts'

const anyInstant = fc.integer({ min: Date.parse('1970-01-02'), max: Date.parse('2150-01-01') })
const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1970-01-01', days))
test.each([
  ['2026-11-20T23:59:59Z', '2026-11-20', '18:59:59'],
  ['2026-11-21T00:00:00Z', '2026-11-20', '19:00:00'],
  ['2026-11-21T04:59:59Z', '2026-11-20', '23:59:59'],
  ['2026-11-21T05:00:00Z', '2026-11-21', '00:00:00'],
  ['2027-01-01T04:59:59Z', '2026-12-31', '23:59:59'],
])('%s is %s at %s in Bogotá (D1)', (utc, date, time) => {
  const instant = Date.parse(utc)
  expect([toDate(instant), formatTime(instant), toIso(instant)]).toEqual([date, time, `${date}T${time}-05:00`])
  expect(toInstant(date, time)).toBe(instant)
})

test('an instant round-trips through Bogotá date and time, to the second', () => {
  fc.assert(
    fc.property(anyInstant, (instant) => {
      const wholeSecond = Math.floor(instant / SECOND_MS) * SECOND_MS
      expect(toInstant(toDate(instant), formatTime(instant))).toBe(wholeSecond)
      expect(Date.parse(toIso(instant))).toBe(wholeSecond)
      expect(toInstant(toDate(instant), '00:00') + millisecondOfDay(instant)).toBe(instant)
    }),
  )
})

test('millisecondOfDay is at least 0 and less than a day, also before 1970', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (instant) => {
      expect(millisecondOfDay(instant)).toBeGreaterThanOrEqual(0)
      expect(millisecondOfDay(instant)).toBeLessThan(DAY_MS)
    }),
  )
})

test('Bogotá date and time match Intl America/Bogota', () => {
  const zone = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Bogota', dateStyle: 'short', timeStyle: 'medium' })
  fc.assert(
    fc.property(fc.integer({ min: Date.parse('2008-01-01'), max: Date.parse('2050-01-01') }), (instant) => {
      expect(`${toDate(instant)} ${formatTime(instant)}`).toBe(zone.format(instant))
    }),
  )
})

test('addDays is reversible, preserves the order of dates and shifts the weekday', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -500, max: 500 }), (date, days) => {
      const shiftedDate = addDays(date, days)
      expect(addDays(shiftedDate, -days)).toBe(date)
      expect(Math.sign(days)).toBe(date < shiftedDate ? 1 : date > shiftedDate ? -1 : 0)
      expect(toWeekday(shiftedDate)).toBe((((toWeekday(date) + days) % 7) + 7) % 7)
      expect(toInstant(shiftedDate, '00:00') - toInstant(date, '00:00')).toBe(days * 24 * HOUR_MS)
    }),
  )
})

test.each([
  ['2026-03-09', '2026-03-09'],
  ['2026-03-9', '2026-03-09'],
  ['2026-3-9', '2026-03-09'],
  ['2024-02-29', '2024-02-29'],
  ['1900-01-01', '1900-01-01'],
  ['2199-12-31', '2199-12-31'],
  ['2026-02-29', null],
  ['2026-02-30', null],
  ['2026-04-31', null],
  ['2026-13-01', null],
  ['2026-00-10', null],
  ['2026-01-00', null],
  ['2026-01-32', null],
  ['1899-12-31', null],
  ['2200-01-01', null],
  ['0000-01-01', null],
  ['9999-12-31', null],
  ['26-03-09', null],
  ['2026-03-009', null],
  ['2026/03/09', null],
  [' 2026-03-09', null],
  ['2026-03-09T00:00', null],
  ['2026-03-09\n', null],
  ['', null],
  ['hoy', null],
])('parseDate(%j) returns %o', (text, date) => {
  expect(parseDate(text)).toBe(date)
})

test('parseDate returns an existing day or null for any text and never throws', () => {
  const parts = fc.tuple(
    fc.integer({ min: 0, max: 9999 }),
    fc.integer({ min: 0, max: 99 }),
    fc.integer({ min: 0, max: 99 }),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        parts.map((numbers) => numbers.join('-')),
      ),
      (text) => {
        const date = parseDate(text)
        if (date !== null) expect(addDays(addDays(date, 1), -1)).toBe(date)
      },
    ),
  )
})
