import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatChartChoice, parseChartChoice } from '#src/application/navigation/query.ts'
import {
  CHART_VIEWS,
  type ChartChoice,
  DEFAULT_CHOICE,
  timeRange,
  withPeriod,
  withView,
} from '#src/domain/charting/chart-view.ts'
import { PERIODS } from '#src/domain/charting/intervals.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'

const toBogotaInstant = (time: string, date = '2026-11-20') => toInstant(date, time)
const EARLIEST = toBogotaInstant('00:00', '1900-01-01')
const LATEST = toBogotaInstant('23:59:59', '2199-12-31')

test('the default choice shows the prices of one day without a range', () => {
  expect(DEFAULT_CHOICE).toEqual({ view: 'prices', period: '1d', range: null })
  expect(parseChartChoice('')).toEqual(DEFAULT_CHOICE)
  expect(formatChartChoice(DEFAULT_CHOICE)).toBe('')
})

test.each<readonly [string, ChartChoice]>([
  ['vista=velas', { ...DEFAULT_CHOICE, view: 'candles' }],
  ['vista=promedios', { ...DEFAULT_CHOICE, view: 'averages' }],
  ['vista=bollinger&periodo=1a', { ...DEFAULT_CHOICE, view: 'bollinger', period: '1a' }],
  ['periodo=5d', { ...DEFAULT_CHOICE, period: '5d' }],
  [
    'desde=2026-11-20T10:15&hasta=2026-11-20T12:43:09',
    { ...DEFAULT_CHOICE, range: { from: toBogotaInstant('10:15'), to: toBogotaInstant('12:43:09') } },
  ],
  [
    'vista=velas&periodo=6m&desde=2026-08-03T00:00&hasta=2026-11-20T00:00',
    {
      view: 'candles',
      period: '6m',
      range: { from: toBogotaInstant('00:00', '2026-08-03'), to: toBogotaInstant('00:00') },
    },
  ],
])('parsing and formatting convert between the query %s and its choice', (query, choice) => {
  expect(formatChartChoice(choice)).toBe(query)
  expect(parseChartChoice(query)).toEqual(choice)
  expect(parseChartChoice(`?${query}`)).toEqual(choice)
})

test.each<readonly [string, ChartChoice]>([
  ['vista=precios&periodo=1d', DEFAULT_CHOICE],
  ['?VISTA=velas', DEFAULT_CHOICE],
  ['vista=%20Velas+&periodo=%201A%20', { view: 'candles', period: '1a', range: null }],
  ['vista=BOLLINGER&otra=1', { ...DEFAULT_CHOICE, view: 'bollinger' }],
  ['periodo=1m&vista=candles', { ...DEFAULT_CHOICE, period: '1m' }],
  ['periodo=2d&vista=velas', { ...DEFAULT_CHOICE, view: 'candles' }],
  ['periodo=&vista=', DEFAULT_CHOICE],
  ['vista=velas&vista=promedios', { ...DEFAULT_CHOICE, view: 'candles' }],
  ['vista=toString&periodo=constructor', DEFAULT_CHOICE],
])('parseChartChoice reads the valid values of %s and replaces invalid values with defaults', (query, choice) => {
  expect(parseChartChoice(query)).toEqual(choice)
})

const MORNING = { from: toBogotaInstant('08:05:00'), to: toBogotaInstant('09:00:30') }

test.each([
  'desde=2026-11-20t08:05&hasta=2026-11-20 09:00:30',
  'desde=%202026-11-20T08:05:00&hasta=2026-11-20+09:00:30',
  'hasta=2026-11-20T09%3A00%3A30&desde=2026-11-20T08%3A05',
])('parseChartChoice reads a range written as %s', (query) => {
  expect(parseChartChoice(query).range).toEqual(MORNING)
})

test.each([
  'desde=2026-11-20T08:05',
  'hasta=2026-11-20T08:05',
  'desde=2026-11-20T09:00&hasta=2026-11-20T08:05',
  'desde=2026-11-20T09:00&hasta=2026-11-20T09:00',
  'desde=2026-11-20T8:05&hasta=2026-11-20T09:00',
  'desde=2026-11-20T24:00&hasta=2026-11-21T09:00',
  'desde=2026-11-20T08:60&hasta=2026-11-20T09:00',
  'desde=2026-11-20T08:05:60&hasta=2026-11-20T09:00',
  'desde=2026-02-30T08:05&hasta=2026-11-20T09:00',
  'desde=2026-13-01T08:05&hasta=2027-11-20T09:00',
  'desde=1899-12-31T08:05&hasta=2026-11-20T09:00',
  'desde=2026-11-20T08:05&hasta=2200-01-01T00:00',
  'desde=08:05&hasta=09:00',
  'desde=x2026-11-20T08:05&hasta=2026-11-20T09:00',
  'desde=2026-11-20T08:05x&hasta=2026-11-20T09:00',
  `desde=${'2026-11-20T08:05'.padStart(60)}&hasta=2026-11-20T09:00`,
  'desde=1763640000000&hasta=1763650000000',
  'desde=NaN&hasta=Infinity',
])('parseChartChoice ignores an invalid range and reads the other values: %s', (query) => {
  expect(parseChartChoice(`vista=velas&periodo=5d&${query}`)).toEqual({ view: 'candles', period: '5d', range: null })
})

const anySecond = fc.integer({ min: EARLIEST / SECOND_MS, max: LATEST / SECOND_MS }).map((value) => value * SECOND_MS)
const anyRange = fc
  .tuple(anySecond, anySecond)
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }))
const anyChoice: fc.Arbitrary<ChartChoice> = fc.record({
  view: fc.constantFrom(...CHART_VIEWS),
  period: fc.constantFrom(...PERIODS),
  range: fc.option(anyRange),
})

test('parsing a formatted choice returns the same choice', () => {
  fc.assert(
    fc.property(anyChoice, (choice) => {
      expect(parseChartChoice(formatChartChoice(choice))).toEqual(choice)
    }),
  )
})

test('a formatted choice requires no URL escapes', () => {
  fc.assert(
    fc.property(anyChoice, (choice) => {
      const query = formatChartChoice(choice)
      expect(query).toMatch(/^[\w=&:-]*$/)
      expect(new URL(`https://portal.example/?${query}`).search).toBe(query && `?${query}`)
    }),
  )
})

test('parseChartChoice never throws, and formatting its result preserves the choice', () => {
  const param = fc.tuple(fc.constantFrom('vista', 'periodo', 'desde', 'hasta', 'x'), fc.string())
  const query = fc.oneof(
    fc.string(),
    fc.array(param).map((params) => params.map(([name, value]) => `${name}=${value}`).join('&')),
  )
  fc.assert(
    fc.property(query, (text) => {
      const choice = parseChartChoice(text)
      expect(CHART_VIEWS).toContain(choice.view)
      expect(PERIODS).toContain(choice.period)
      expect(parseChartChoice(formatChartChoice(choice))).toEqual(choice)
    }),
  )
})

test.each([
  [
    'instants within two seconds',
    toBogotaInstant('10:15') + 1,
    toBogotaInstant('10:16') - 1,
    { from: toBogotaInstant('10:15'), to: toBogotaInstant('10:16') },
  ],
  [
    'fractions of one millisecond',
    toBogotaInstant('10:15') + 0.5,
    toBogotaInstant('10:15') + 0.75,
    { from: toBogotaInstant('10:15'), to: toBogotaInstant('10:15:01') },
  ],
  ['the earliest and the latest instant', EARLIEST, LATEST, { from: EARLIEST, to: LATEST }],
])('timeRange returns the whole seconds around %s', (_, from, to, range) => {
  expect(timeRange(from, to)).toEqual(range)
})

test.each([
  ['an empty range', toBogotaInstant('10:15'), toBogotaInstant('10:15')],
  ['a reversed range', toBogotaInstant('10:16'), toBogotaInstant('10:15')],
  ['a range without a start', null, toBogotaInstant('10:15')],
  ['a range without an end', toBogotaInstant('10:15'), null],
  ['a range from the earliest instant without an end', EARLIEST, null],
  ['a start that is NaN', Number.NaN, toBogotaInstant('10:15')],
  ['an end that is NaN', toBogotaInstant('10:15'), Number.NaN],
  ['a start before the earliest instant', EARLIEST - 1, LATEST],
  ['an end after the latest instant', EARLIEST, LATEST + 1],
  ['an infinite range', -Infinity, Infinity],
])('timeRange returns null for %s', (_, from, to) => {
  expect(timeRange(from, to)).toBeNull()
})

test('formatChartChoice writes the whole seconds around a range, and omits an invalid range', () => {
  const range = { from: toBogotaInstant('10:15') + 1, to: toBogotaInstant('10:16:05') - 1 }
  expect(formatChartChoice({ ...DEFAULT_CHOICE, range })).toBe('desde=2026-11-20T10:15&hasta=2026-11-20T10:16:05')
  expect(formatChartChoice({ ...DEFAULT_CHOICE, range: { from: range.to, to: range.from } })).toBe('')
  expect(formatChartChoice({ ...DEFAULT_CHOICE, range: { from: Number.NaN, to: Infinity } })).toBe('')
})

test('withView preserves the range, and withPeriod removes the range', () => {
  const choice: ChartChoice = { view: 'prices', period: '5d', range: MORNING }
  expect(withView(choice, 'candles')).toEqual({ view: 'candles', period: '5d', range: MORNING })
  expect(withPeriod(choice, '1m')).toEqual({ view: 'prices', period: '1m', range: null })
})
