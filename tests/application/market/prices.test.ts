import { expect, test } from 'vitest'
import { comparedFigure, formatComparedDay } from '#src/application/market/market-messages.ts'
import { toHeadline } from '#src/application/market/prices.ts'
import type { DollarPrices, PriceFigure } from '#src/domain/trading/market.ts'

const createFigure = (value: number | null): PriceFigure => ({ value, change: 'SAME', previous: null })

const createPrices = (open: number | null, previousClose: number | null): DollarPrices => ({
  trm: createFigure(4098.17),
  open: createFigure(open),
  low: createFigure(open),
  high: createFigure(open),
  previousClose,
})

const createClose = (close: number | null) => ({ close, average: 4101.62, time: 5 })

const SINCE_CLOSE = {
  base: 'previous-close',
  basePrice: '4.096,40',
  pesos: '+5,95',
  percent: '+0,15%',
  direction: 'UP',
} as const
const SINCE_OPENING = {
  base: 'opening',
  basePrice: '4.091,00',
  pesos: '+11,35',
  percent: '+0,28%',
  direction: 'UP',
} as const

test.each([
  ['both bases known', createPrices(4091, 4096.4), [SINCE_CLOSE, SINCE_OPENING]],
  ['previous close unknown', createPrices(4091, null), [SINCE_OPENING]],
  ['opening unknown', createPrices(null, 4096.4), [SINCE_CLOSE]],
  ['no base known', null, []],
])('toHeadline compares with each known base, the previous close first (D66): %s', (_, prices, comparisons) => {
  expect(toHeadline(createClose(4102.35), prices)).toEqual({
    price: 4102.35,
    average: 4101.62,
    lastDealAt: 5,
    comparisons,
  })
})

test('a headline without a price has no comparison', () => {
  expect(toHeadline(createClose(null), createPrices(4091, 4096.4)).comparisons).toEqual([])
})

test.each([
  ['spot', '2026-11-20', '2026-11-20', 'ayer'],
  ['spot', '2026-11-20', '2026-11-21', 'jue 19'],
  ['spot', '2026-11-23', '2026-11-23', 'vie 20'],
  ['spot', '2026-11-17', '2026-11-17', 'vie 13'],
  ['spot', '2026-11-12', '2026-11-12', 'mar 10'],
  ['nextday', '2026-11-12', '2026-11-12', 'ayer'],
] as const)('formatComparedDay of %s figures of %s, shown on %s, is "%s" (D66)', (market, day, today, name) => {
  expect(formatComparedDay(market, day, today)).toBe(name)
})

test('comparedFigure writes a colon after every day other than "ayer"', () => {
  expect(comparedFigure('ayer', '3.809,00')).toBe('ayer 3.809,00')
  expect(comparedFigure('vie 20', '3.809,00')).toBe('vie 20: 3.809,00')
})
