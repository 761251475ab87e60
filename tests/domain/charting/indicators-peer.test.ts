import fc from 'fast-check'
import { BollingerBands, SMA } from 'technicalindicators'
import { expect, test } from 'vitest'

import {
  AVERAGE_WINDOWS,
  BOLLINGER_DEVIATIONS,
  BOLLINGER_WINDOW,
  bollinger,
  type Indicator,
  sma,
} from '#src/domain/charting/indicators.ts'
import { toPeriodChart } from '#src/domain/charting/period-chart.ts'

/**
 * Maximum difference in pesos. The other implementation accumulates rounding errors along the
 * series.
 */
const TOLERANCE = 0.001

/** Closes in pesos: with small moves, large moves, no moves, and jumps by a factor of ten. */
const closes = fc
  .tuple(fc.integer({ min: 100_000, max: 500_000 }), fc.constantFrom(0, 1, 500, 50_000))
  .chain(([base, spread]) =>
    fc.array(
      fc.oneof(
        { weight: 30, arbitrary: fc.integer({ min: base, max: base + spread }) },
        { weight: 1, arbitrary: fc.constantFrom(base * 10, Math.round(base / 10)) },
      ),
      { maxLength: 150, size: 'max' },
    ),
  )
  .map((centavos) => centavos.map((value) => value / 100))

/**
 * Compares two indicators. Where the closes are too few, our indicator has null values, and the
 * other implementation has no values.
 */
function expectSame(own: Indicator, peer: readonly number[], length: number) {
  expect(own).toHaveLength(length)
  const values = own.filter((value) => value !== null)
  expect(own.slice(0, length - values.length).every((value) => value === null)).toBe(true)
  expect(values).toHaveLength(peer.length)
  const maxDifference = Math.max(0, ...values.map((value, i) => Math.abs(value - (peer[i] ?? Number.NaN))))
  expect(maxDifference).toBeLessThan(TOLERANCE)
}

test.each([...AVERAGE_WINDOWS, BOLLINGER_WINDOW, 2, 5])(
  'averages of %i closes equal an independent implementation',
  (period) => {
    fc.assert(
      fc.property(closes, (values) => {
        expectSame(sma(values, period), SMA.calculate({ period, values }), values.length)
      }),
    )
  },
)

test.each([
  [BOLLINGER_WINDOW, BOLLINGER_DEVIATIONS],
  [5, 1],
  [10, 2.5],
])('bands of %i closes and %d deviations equal an independent implementation', (period, stdDev) => {
  fc.assert(
    fc.property(closes, (values) => {
      const own = bollinger(values, period, stdDev)
      const peer = BollingerBands.calculate({ period, stdDev, values })
      for (const band of ['upper', 'middle', 'lower'] as const) {
        expectSame(
          own[band],
          peer.map((point) => point[band]),
          values.length,
        )
      }
    }),
  )
})

test('the lines of an averages chart equal an independent implementation', () => {
  fc.assert(
    fc.property(closes, (values) => {
      const candles = values.map((close, i) => ({ start: i, open: close, high: close, low: close, close, amount: 1 }))
      const [short, long] = AVERAGE_WINDOWS.map((period) => SMA.calculate({ period, values }))
      const averages = toPeriodChart('averages', { candles, earlierCloses: [] })
      const columns = averages.view === 'averages' ? [averages.short, averages.long] : []
      for (const [i, peer] of [short, long].entries()) {
        const own = [...(columns[i] ?? [])].map((value) => (Number.isNaN(value) ? null : value))
        expectSame(own, peer ?? [], values.length)
      }
    }),
  )
})
