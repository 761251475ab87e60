import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  characterStart,
  clockText,
  dayAndMonth,
  dayName,
  fold,
  longDate,
  monthAndYear,
  monthName,
  shortClockText,
  shortDate,
  shortDay,
} from '#src/domain/text.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

test.each([
  ['2026-11-20', 'Viernes, 20 de noviembre de 2026', 'viernes 20 de noviembre'],
  ['2026-01-01', 'Jueves, 1 de enero de 2026', 'jueves 1 de enero'],
  ['2024-02-29', 'Jueves, 29 de febrero de 2024', 'jueves 29 de febrero'],
  ['2026-09-05', 'Sábado, 5 de septiembre de 2026', 'sábado 5 de septiembre'],
  ['2026-08-12', 'Miércoles, 12 de agosto de 2026', 'miércoles 12 de agosto'],
])('%s reads %s', (date, long, name) => {
  expect([longDate(date), dayName(date)]).toEqual([long, name])
})

test.each([
  ['12:43:15', '12:43'],
  ['00:00:00', '00:00'],
  ['08:05:09', '08:05'],
  ['23:59:59', '23:59'],
])('%s in Bogotá is shown as it is, whatever the zone of the machine', (time, short) => {
  const instant = toInstant('2026-11-20', time)
  expect([clockText(instant), shortClockText(instant)]).toEqual([time, short])
})

test('a time that is unknown is a dash', () => {
  expect([clockText(null), shortClockText(null)]).toEqual(['—', '—'])
})

test.each([
  ['GARCÍA Ñáñez', 'garcia nanez'],
  ['Pingüino', 'pinguino'],
  ['n\u0303 e\u0301', 'n e'],
  ['', ''],
])('%s is searched as %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('folding twice changes nothing, nor does the case or the accents typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aeiounAEIOUNáéíóúüñÁÉÍÓÚÜÑ 1') }), (text) => {
      expect(fold(fold(text))).toBe(fold(text))
      expect(fold(text.toUpperCase())).toBe(fold(text))
      expect(fold(text.normalize('NFD'))).toBe(fold(text))
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
])('in %j the character at %i starts at %i', (text, position, start) => {
  expect(characterStart(text, position)).toBe(start)
})

test.each([
  ['2026-11-16', 'lun 16', '16 nov', '16 nov 2026', 'noviembre', 'nov 2026'],
  ['2026-09-02', 'mié 2', '2 sep', '2 sep 2026', 'septiembre', 'sep 2026'],
  ['2027-05-01', 'sáb 1', '1 may', '1 may 2027', 'mayo', 'may 2027'],
])('%s is in short %s, %s, %s, %s and %s', (date, ...short) => {
  expect([shortDay(date), dayAndMonth(date), shortDate(date), monthName(date), monthAndYear(date)]).toEqual(short)
})
