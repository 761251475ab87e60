import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineRange } from '#src/charts/draw/steps.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { CHART_PADDING, createCandleFormats, createPriceFormats, createPriceLabels } from '#src/ui/parts/chart-text.ts'

const normalizeSpaces = (text: string) => text.replaceAll(/\s/g, ' ')
const xFormats = { x: (index: number) => `p${index}`, xLong: (index: number) => `punto ${index}` }
const point = { x: 3, line: 4118.9, bar: 40_729, curves: [], band: null }

test('the spoken text of a point has its amount in dollars, and omits a missing amount', () => {
  const { point: formatPoint } = createPriceFormats(xFormats)
  expect(formatPoint(point)).toBe('punto 3, 4.118,90 pesos, 40.729.000 dólares')
  expect(formatPoint({ ...point, bar: Number.NaN })).toBe('punto 3, 4.118,90 pesos')
})

test.each([
  [500, false, '0,50M USD'],
  [40_000, false, '40 M USD'],
  [40_000, true, '40 M'],
  [150_000, false, '150M USD'],
  [7_000_000, false, '7.000M'],
  [1_500_000, true, '1.500M'],
])('the axis label of %i thousand dollars, narrow %s, is %s', (thousands, narrow, text) => {
  expect(normalizeSpaces(createPriceFormats(xFormats).barTick(thousands, narrow))).toBe(text)
})

test('the table shows whole dollars and the unit in the heading (D68)', () => {
  expect(normalizeSpaces(createPriceFormats(xFormats).bar(40_729))).toBe('40.729.000')
  expect(createPriceLabels({ x: 'Hora', figure: '', caption: '' }).barColumn).toBe('Monto, USD')
})

test('the spoken text of a candle has its four prices', () => {
  const candle = { x: 3, open: 4091, high: 4118.9, low: 4085.2, close: 4102.35 }
  expect(createCandleFormats(xFormats).point(candle)).toBe(
    'punto 3, apertura 4.091,00, máximo 4.118,90, mínimo 4.085,20, cierre 4.102,35 pesos',
  )
})

test.each([
  [undefined, 5 * MINUTE_MS, '57 filas, una cada 5 minutos'],
  ['point', 5, '57 filas, una cada 5 puntos'],
  ['point', null, '57 filas'],
] as const)('tableSize with the step unit %s and the step %s returns "%s"', (stepUnit, step, text) => {
  const words = { x: 'Hora', figure: 'Precio', caption: 'Precio', ...(stepUnit && { stepUnit }) }
  expect(createPriceLabels(words).tableSize(57, step)).toBe(text)
})

test('a table of one row has the singular', () => {
  expect(createPriceLabels({ x: 'Hora', figure: 'Precio', caption: 'Precio' }).tableSize(1, null)).toBe('1 fila')
})

test('a price axis adds 5 pesos below and above, and an amount axis adds 3 million US$ above', () => {
  expect(CHART_PADDING).toEqual({ line: 5, bars: 3_000 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500_000 }), fc.nat({ max: 50_000 }), (centavos, spread) => {
      const [low, high] = [centavos / 100, (centavos + spread) / 100]
      expect(lineRange(low, high, null, CHART_PADDING.line)).toEqual({ from: low - 5, to: high + 5 })
    }),
  )
})
