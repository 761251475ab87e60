import fc from 'fast-check'
import { AverageGain, AverageLoss, BollingerBands, EMA, RSI, SMA } from 'technicalindicators'
import { expect, test } from 'vitest'

import { NO_STUDIES, STUDY_LENGTHS, type Studies } from '#src/domain/charting/studies.ts'
import { createStudyLines } from '#src/domain/charting/study-lines.ts'

/** Closes in pesos: with small moves, large moves and no moves; also short series. */
const anyCloses = fc
  .tuple(fc.integer({ min: 350_000, max: 500_000 }), fc.constantFrom(0, 1, 500, 50_000))
  .chain(([base, spread]) => fc.array(fc.integer({ min: base, max: base + spread }), { maxLength: 150, size: 'max' }))
  .map((centavos) => Float64Array.from(centavos, (value) => value / 100))
const anyLength = fc.integer({ min: STUDY_LENGTHS.min, max: 40 })

const compute = (studies: Partial<Studies>, closes: Float64Array) =>
  createStudyLines()({ ...NO_STUDIES, ...studies }, closes)

/** Expects the values of another implementation at the end of the line, and NaN before them. */
function expectSame(line: Float64Array | null | undefined, peer: readonly number[], length: number, tolerance = 1e-9) {
  expect(line).toHaveLength(length)
  const own = [...(line ?? [])].filter((value) => !Number.isNaN(value))
  expect(own).toHaveLength(peer.length)
  expect([...(line ?? [])].slice(0, length - own.length).every(Number.isNaN)).toBe(true)
  const differences = own.map((value, i) => Math.abs(value - (peer[i] ?? Number.NaN)))
  expect(Math.max(0, ...differences)).toBeLessThanOrEqual(tolerance)
}

test('a simple average equals an independent implementation to 1e-9 (D126)', () => {
  fc.assert(
    fc.property(anyCloses, anyLength, (closes, period) => {
      expectSame(compute({ sma: period }, closes).sma, SMA.calculate({ period, values: [...closes] }), closes.length)
    }),
  )
})

test('an exponential average equals an independent implementation to 1e-9 (D126)', () => {
  fc.assert(
    fc.property(anyCloses, anyLength, (closes, period) => {
      expectSame(compute({ ema: period }, closes).ema, EMA.calculate({ period, values: [...closes] }), closes.length)
    }),
  )
})

test('bands equal an independent implementation to 1e-9 (D126)', () => {
  fc.assert(
    fc.property(anyCloses, anyLength, fc.constantFrom(0.5, 1, 2, 2.5), (closes, period, stdDev) => {
      const { bollinger } = compute({ bollinger: { points: period, deviations: stdDev } }, closes)
      const peer = BollingerBands.calculate({ period, stdDev, values: [...closes] })
      for (const band of ['upper', 'middle', 'lower'] as const) {
        expectSame(
          bollinger?.[band],
          peer.map((point) => point[band]),
          closes.length,
        )
      }
    }),
  )
})

test('the relative strength equals an independent implementation to 1e-9 (D126)', () => {
  fc.assert(
    fc.property(anyCloses, anyLength, (closes, period) => {
      const { rsi } = compute({ rsi: period }, closes)
      const values = [...closes]
      const gains = AverageGain.calculate({ period, values })
      const losses = AverageLoss.calculate({ period, values })
      // The index of the other implementation is rounded to hundredths, its averages are not.
      expectSame(
        rsi,
        gains.map((gain, i) => (losses[i] === 0 ? 100 : 100 - 100 / (1 + gain / (losses[i] ?? Number.NaN)))),
        closes.length,
      )
      expectSame(rsi, RSI.calculate({ period, values }), closes.length, 0.005001)
    }),
  )
})

const ALL: Studies = { sma: 5, ema: 7, bollinger: { points: 6, deviations: 2 }, rsi: 4 }

const listLines = ({ sma, ema, bollinger, rsi }: ReturnType<typeof compute>) => [
  sma,
  ema,
  bollinger?.upper,
  bollinger?.middle,
  bollinger?.lower,
  rsi,
]

test('closes that are added one by one have the values of the whole series', () => {
  fc.assert(
    fc.property(anyCloses, (closes) => {
      const lines = createStudyLines()
      for (let count = 0; count < closes.length; count += 1) lines(ALL, closes.subarray(0, count))
      expect(listLines(lines(ALL, closes))).toEqual(listLines(compute(ALL, closes.slice())))
    }),
  )
})

test('added closes continue the lines in the same memory, and earlier lines do not change', () => {
  const closes = Float64Array.from({ length: 600 }, (_, i) => 4100 + ((i * 7) % 13))
  const lines = createStudyLines()
  const early = listLines(lines(ALL, closes.subarray(0, 300)))
  const copies = early.map((line) => line?.slice())
  lines(ALL, closes.subarray(0, 301))
  const grown = listLines(lines(ALL, closes.subarray(0, 400)))
  const last = listLines(lines(ALL, closes.subarray(0, 401)))
  expect(early).toEqual(copies)
  expect(last.map((line, i) => line?.buffer === grown[i]?.buffer)).toEqual(last.map(() => true))
})

test('other closes, a shorter series and other options start again', () => {
  const lines = createStudyLines()
  const closes = Float64Array.from({ length: 50 }, (_, i) => 4100 + ((i * 7) % 13))
  lines(ALL, closes)
  const corrected = closes.map((close, i) => (i === 10 ? close + 3 : close))
  expect(listLines(lines(ALL, corrected))).toEqual(listLines(compute(ALL, corrected)))
  expect(listLines(lines(ALL, corrected.subarray(0, 20)))).toEqual(listLines(compute(ALL, corrected.slice(0, 20))))
  expect(lines({ ...ALL, sma: 9 }, corrected).sma).toEqual(compute({ sma: 9 }, corrected).sma)
})

test('a gap has no value and does not change the values after it', () => {
  const closes = Float64Array.of(4100, 4101, Number.NaN, 4105, 4103, 4104, 4108)
  const without = closes.filter((close) => !Number.isNaN(close))
  for (const [i, line] of listLines(compute(ALL, closes)).entries()) {
    expect(line?.[2]).toBeNaN()
    expect(line?.filter((_, row) => row !== 2)).toEqual(listLines(compute(ALL, without))[i])
  }
})

test('an indicator that is not chosen has no line, and a series without closes has empty lines', () => {
  expect(compute({}, Float64Array.of(4100))).toEqual(NO_STUDIES)
  expect(listLines(compute(ALL, new Float64Array(0)))).toEqual(listLines(compute(ALL, new Float64Array(0))))
  expect(compute(ALL, new Float64Array(0)).sma).toHaveLength(0)
})

test.each([
  ['rising', [1, 2, 3, 4, 5], 100],
  ['falling', [5, 4, 3, 2, 1], 0],
  ['constant', [4, 4, 4, 4, 4], 100],
])('the relative strength of a %s series %j ends at %d', (_, closes, expected) => {
  expect(compute({ rsi: 3 }, Float64Array.from(closes)).rsi?.at(-1)).toBe(expected)
})
