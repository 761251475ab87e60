import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatOverlays,
  formatStudies,
  parseAmounts,
  parseIntervalName,
  parseOverlays,
  parseStudies,
  writeAmounts,
  writeIntervalName,
  writeOverlays,
  writeStudies,
} from '#src/application/navigation/chart-tools-query.ts'
import { INTERVAL_NAMES } from '#src/domain/charting/intervals.ts'
import { NO_STUDIES, STUDY_LENGTHS, type Studies } from '#src/domain/charting/studies.ts'

test.each<readonly [string, Partial<Studies>]>([
  ['', {}],
  ['sma=20', { sma: 20 }],
  ['sma=2&ema=200&rsi=14', { sma: 2, ema: 200, rsi: 14 }],
  ['bollinger=20x2', { bollinger: { points: 20, deviations: 2 } }],
  ['bollinger=20x2.25', { bollinger: { points: 20, deviations: 2.25 } }],
])('parsing and formatting convert between the query %s and its indicators (D126)', (query, studies) => {
  expect(parseStudies(query)).toEqual({ ...NO_STUDIES, ...studies })
  expect(parseStudies(`?vista=velas&${query}`)).toEqual({ ...NO_STUDIES, ...studies })
  expect(formatStudies({ ...NO_STUDIES, ...studies })).toBe(query)
})

test.each([
  'sma=',
  'sma=1',
  'sma=201',
  'sma=20.5',
  'sma=-3',
  'sma=1e2',
  'sma=NaN',
  `sma=${'9'.repeat(400)}`,
  'bollinger=20',
  'bollinger=20x',
  'bollinger=x2',
  'bollinger=20x0',
  'bollinger=20x10.01',
  'bollinger=20x2.255',
  'bollinger=20x2x2',
  'rsi=toString',
])('an invalid indicator is not added, the others are: %s (D126)', (query) => {
  expect(parseStudies(`${query}&ema=9`)).toEqual({ ...NO_STUDIES, ema: 9 })
})

const anyLength = fc.option(fc.integer(STUDY_LENGTHS))
const anyStudies: fc.Arbitrary<Studies> = fc.record({
  sma: anyLength,
  ema: anyLength,
  rsi: anyLength,
  bollinger: fc.option(
    fc.record({
      points: fc.integer(STUDY_LENGTHS),
      deviations: fc.integer({ min: 10, max: 1_000 }).map((hundredths) => hundredths / 100),
    }),
  ),
})

test('writing indicators leaves the other values of the address unchanged', () => {
  fc.assert(
    fc.property(anyStudies, anyStudies, (before, after) => {
      const query = writeStudies('vista=velas&periodo=5d&minimo=1000', before)
      const next = writeStudies(query, after)
      expect(parseStudies(next)).toEqual(after)
      expect(next.startsWith('vista=velas&periodo=5d&minimo=1000')).toBe(true)
    }),
  )
})

test('parseStudies never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseStudies(text)))
})

test('writing and parsing an interval returns the same interval (D126)', () => {
  for (const interval of [...INTERVAL_NAMES, null]) {
    const query = writeIntervalName('vista=velas&intervalo=1h&sma=20', interval)
    expect(parseIntervalName(query)).toBe(interval)
    expect(query.startsWith('vista=velas&sma=20')).toBe(true)
  }
})

test.each(['', 'intervalo=', 'intervalo=2min', 'intervalo=day', 'intervalo=toString', 'intervalo=5min5min'])(
  'the query %s has no interval (D126)',
  (query) => {
    expect(parseIntervalName(query)).toBeNull()
  },
)

test.each([
  ['', { trm: false, previous: false, other: false, date: null }],
  ['trm,anterior,otro,2026-11-13', { trm: true, previous: true, other: true, date: '2026-11-13' }],
  ['2026-11-13', { trm: false, previous: false, other: false, date: '2026-11-13' }],
])('parsing and formatting convert between the comparisons %s and %j (D126)', (text, overlays) => {
  expect(formatOverlays(overlays)).toBe(text)
  expect(parseOverlays(writeOverlays('vista=velas&comparar=otro', overlays))).toEqual(overlays)
})

test.each([
  'comparar=',
  'comparar=ayer',
  'comparar=2026-02-30',
  `comparar=${'x,'.repeat(500)}otro`,
  'comparar=toString',
])('the query %s has no comparison (D126)', (query) => {
  expect(parseOverlays(query)).toEqual({ trm: false, previous: false, other: false, date: null })
})

test.each([
  ['vista=velas&monto=si', true],
  ['?monto=si', true],
  ['monto=', false],
  ['monto=1', false],
  ['', false],
])('the query %s wants amounts: %s (D126)', (query, isWanted) => {
  expect(parseAmounts(query)).toBe(isWanted)
})

test('amounts are written into a query without another change (D126)', () => {
  expect(writeAmounts('vista=velas&monto=no&sma=20', true)).toBe('vista=velas&sma=20&monto=si')
  expect(writeAmounts('vista=velas&monto=si', false)).toBe('vista=velas')
})
