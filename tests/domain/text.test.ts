import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  characterStart,
  foldText,
  formatClock,
  formatDayAndMonth,
  formatDayName,
  formatLongDate,
  formatMonth,
  formatMonthAndYear,
  formatShortClock,
  formatShortDate,
  formatShortDay,
  toInitials,
} from '#src/domain/text.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

test.each([
  ['2026-11-20', 'Viernes, 20 de noviembre de 2026', 'viernes 20 de noviembre'],
  ['2026-01-01', 'Jueves, 1 de enero de 2026', 'jueves 1 de enero'],
  ['2024-02-29', 'Jueves, 29 de febrero de 2024', 'jueves 29 de febrero'],
  ['2026-09-05', 'Sábado, 5 de septiembre de 2026', 'sábado 5 de septiembre'],
  ['2026-08-12', 'Miércoles, 12 de agosto de 2026', 'miércoles 12 de agosto'],
])('formatLongDate formats %s as "%s", and formatDayName as "%s"', (date, long, name) => {
  expect([formatLongDate(date), formatDayName(date)]).toEqual([long, name])
})

test('formatLongDate equals Intl for Colombia, except for letter case', () => {
  const intlFormat = new Intl.DateTimeFormat('es-CO', { timeZone: 'UTC', dateStyle: 'full' })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (day) => {
      const date = new Date(day * 86_400_000)
      const expected = intlFormat
        .format(date)
        .toLowerCase()
        .replace(/^(\S+?),? /, '$1, ')
      expect(formatLongDate(date.toISOString().slice(0, 10)).toLowerCase()).toBe(expected)
    }),
  )
})

test.each([
  ['12:43:15', '12:43'],
  ['00:00:00', '00:00'],
  ['08:05:09', '08:05'],
  ['23:59:59', '23:59'],
])('formatClock returns the time %s in Bogotá, and formatShortClock returns %s', (time, short) => {
  const instant = toInstant('2026-11-20', time)
  expect([formatClock(instant), formatShortClock(instant)]).toEqual([time, short])
})

test('formatClock and formatShortClock return a dash for null', () => {
  expect([formatClock(null), formatShortClock(null)]).toEqual(['—', '—'])
})

test.each([
  ['GARCÍA Ñáñez', 'garcia nanez'],
  ['Pingüino', 'pinguino'],
  ['n\u0303 e\u0301', 'n e'],
  ['', ''],
])('foldText of %j returns %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test('foldText is idempotent and ignores case and accents', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aeiounAEIOUNáéíóúüñÁÉÍÓÚÜÑ 1') }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text))
      expect(foldText(text.toUpperCase())).toBe(foldText(text))
      expect(foldText(text.normalize('NFD'))).toBe(foldText(text))
    }),
  )
})

test.each([
  ['abc', 1, 1],
  ['abc', 3, 3],
  ['a😀b', 2, 1],
  ['ae\u0301b', 2, 1],
  ['ae\u0301b', 3, 3],
  ['🇨🇴x', 2, 0],
])('characterStart in %j of position %i returns %i', (text, position, start) => {
  expect(characterStart(text, position)).toBe(start)
})

test.each([
  ['2026-11-16', 'lun 16', '16 nov', '16 nov 2026', 'noviembre', 'nov 2026'],
  ['2026-09-02', 'mié 2', '2 sep', '2 sep 2026', 'septiembre', 'sep 2026'],
  ['2027-05-01', 'sáb 1', '1 may', '1 may 2027', 'mayo', 'may 2027'],
])('the short forms of %s are %s, %s, %s, %s and %s', (date, ...short) => {
  expect([
    formatShortDay(date),
    formatDayAndMonth(date),
    formatShortDate(date),
    formatMonth(date),
    formatMonthAndYear(date),
  ]).toEqual(short)
})

test.each([
  ['Camila Restrepo', 'CR'],
  ['Luisa Fernanda Rojas', 'LR'],
  ['  ángela   ñáñez ', 'ÁÑ'],
  ['demo', 'D'],
  ['', ''],
  ['😀 Peña', '😀P'],
])('toInitials of "%s" returns %s', (name, initials) => {
  expect(toInitials(name)).toBe(initials)
})
