import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  currenciesTable,
  formatCell,
  securitiesTable,
  toIndexSeriesReply,
  toNewsReply,
} from '#server/market/calls/quotes-routes.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

test.each([
  [0, 2, '0.00'],
  [-0.004, 2, '0.00'],
  [-0.005, 2, '-0.01'],
  [-3.1, 2, '-3.10'],
  [999.99, 2, '999.99'],
  [1_000, 2, '1,000.00'],
  [999.995, 2, '1,000.00'],
  [1_234_567.891, 2, '1,234,567.89'],
  [-1_234.5, 2, '-1,234.50'],
  [1.0842, 4, '1.0842'],
])('formatCell formats %d with %i decimals as %s', (value, digits, text) => {
  expect(formatCell(value, digits)).toBe(text)
})

test('the text of formatCell parses to the rounded number', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
      const text = formatCell(value, 2)
      expect(text).toMatch(/^-?\d{1,3}(,\d{3})*\.\d{2}$/)
      expect(Math.abs(Number(text.replaceAll(',', '')) - value)).toBeLessThan(0.00501)
    }),
  )
})

test('a securities table contains the markup of a name as text', () => {
  const table = securitiesTable(['Nombre'], [{ name: '<script>alert("x")</script>', value: 1, change: 0 }])
  expect(table).toBe(
    '<table><thead><tr><th>Nombre</th></tr></thead><tbody>' +
      '<tr><td>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</td><td>1.00</td><td>0.00</td></tr></tbody></table>',
  )
})

test('a currencies table has four decimals for rates below 100 and two for other rates', () => {
  const table = currenciesTable([
    { from: 'EUR', to: 'USD', value: 1.0842, change: 0.0021 },
    { from: 'EUR', to: 'COP', value: 4_447.77, change: -3.1 },
  ])
  expect(table).toContain('<tr><td>EUR</td><td>USD</td><td>1.0842</td><td>0.0021</td></tr>')
  expect(table).toContain('<tr><td>EUR</td><td>COP</td><td>4,447.77</td><td>-3.10</td></tr>')
})

test('the index reply contains times of day, and the news reply contains instants or null', () => {
  const times = Float64Array.of(toInstant('2026-11-20', '09:30'))
  const now = toInstant('2026-11-20', '12:43')
  expect(toIndexSeriesReply({ name: 'MSCI COLCAP', times, values: Float64Array.of(1386.9) }, now)).toEqual({
    labels: ['09:30:00'],
    datasets: [{ label: 'MSCI COLCAP', data: [1386.9] }],
  })
  const item = { id: 'not-1', headline: 'h', body: 'b', link: null }
  expect(
    toNewsReply([
      { ...item, time: toInstant('2026-11-20', '12:40') },
      { ...item, time: null },
    ]).map(({ fecha }) => fecha),
  ).toEqual(['2026-11-20T12:40:00-05:00', null])
})

/** Returns the date in the index reply at this market time. */
function findEffectiveDate(tradingDay: string, date: string, time: string) {
  const series = { name: 'i', times: Float64Array.of(toInstant(tradingDay, '09:30')), values: Float64Array.of(1) }
  return toIndexSeriesReply(series, toInstant(date, time)).fecha_efectiva
}

test.each([
  ['before the stock exchange opens', '2026-11-19', '2026-11-20', '08:10'],
  ['on a Colombian holiday', '2026-11-13', '2026-11-16', '10:00'],
])('the index reply %s contains the date %s', (_when, tradingDay, date, time) => {
  expect(findEffectiveDate(tradingDay, date, time)).toBe(tradingDay)
})

test.each([
  ['after the stock exchange opened', '2026-11-20', '2026-11-20', '09:30'],
  ['on a Saturday', '2026-11-20', '2026-11-21', '10:00'],
])('the index reply %s contains no date, because its day is the reference date', (_when, tradingDay, date, time) => {
  expect(findEffectiveDate(tradingDay, date, time)).toBeUndefined()
})

test('the reply of an index without points contains no day', () => {
  const series = { name: '', times: new Float64Array(), values: new Float64Array() }
  expect(toIndexSeriesReply(series, toInstant('2026-11-20', '12:43'))).toEqual({
    labels: [],
    datasets: [{ label: '', data: [] }],
  })
})
