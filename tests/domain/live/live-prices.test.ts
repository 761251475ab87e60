import fc from 'fast-check'
import { expect, test } from 'vitest'
import { livePrices } from '#src/domain/live/live-prices.ts'
import { direction, dollarPrices, priceFigure } from '#src/domain/trading/figures.ts'
import type { Direction, DollarPrices, PriceFigure } from '#src/domain/trading/market.ts'
import { createTape } from '#src/domain/trading/tape.ts'

function createFigures(...prices: readonly number[]) {
  const tape = createTape()
  for (const [row, price] of prices.entries()) tape.append(row, row, price, 1_000)
  return tape.figures()
}

const TRM: PriceFigure = { value: 4098.17, change: 'UP', previous: 4090.02 }

/** Creates a figure without a previous figure. */
const createFigure = (value: number | null, change: Direction): PriceFigure => ({ value, change, previous: null })

const createLoadedPrices = (overrides: Partial<DollarPrices>): DollarPrices => ({
  trm: TRM,
  open: createFigure(4091, 'DOWN'),
  low: createFigure(4085.2, 'DOWN'),
  high: createFigure(4118.9, 'UP'),
  previousClose: null,
  ...overrides,
})

test('unchanged figures preserve their loaded direction', () => {
  for (const change of ['UP', 'DOWN', 'SAME'] as const) {
    const before = createLoadedPrices({
      low: createFigure(4085.2, change),
      high: createFigure(4118.9, change),
      open: createFigure(4091, change),
    })
    expect(livePrices(before, createFigures(4091, 4085.2, 4118.9))).toEqual({ prices: before, certain: true })
  }
})

const LOADED_VALUES = { low: 4085.2, high: 4118.9 }

/** Returns the changed figure, and whether the directions are certain. */
function moveFigure(name: 'low' | 'high', loaded: Direction, value: number) {
  const before = createLoadedPrices({ [name]: createFigure(LOADED_VALUES[name], loaded) })
  const dealPrices = { low: [4091, value, LOADED_VALUES.high], high: [4091, LOADED_VALUES.low, value] }[name]
  const { prices, certain } = livePrices(before, createFigures(...dealPrices))
  return [prices[name], certain]
}

test.each<readonly [loaded: Direction, name: 'low' | 'high', value: number]>([
  ['DOWN', 'low', 4085.19],
  ['UP', 'low', 4085.21],
  ['UP', 'high', 4118.91],
  ['DOWN', 'high', 4118.89],
])('the loaded direction %s remains certain when the %s moves in this direction, to %d', (loaded, name, value) => {
  expect(moveFigure(name, loaded, value)).toEqual([createFigure(value, loaded), true])
})

test.each<readonly [loaded: Direction, name: 'low' | 'high', value: number]>([
  ['UP', 'low', 4085.19],
  ['SAME', 'low', 4085.19],
  ['DOWN', 'low', 4085.21],
  ['DOWN', 'high', 4118.91],
  ['SAME', 'high', 4118.91],
])('the loaded direction %s becomes uncertain when the %s moves in another direction, to %d', (loaded, name, value) => {
  expect(moveFigure(name, loaded, value)).toEqual([createFigure(value, loaded), false])
})

test('the first deal of a day makes its directions uncertain', () => {
  const noFigure = createFigure(null, 'SAME')
  const before = createLoadedPrices({ open: noFigure, low: noFigure, high: noFigure })
  const { prices, certain } = livePrices(before, createFigures(4091))
  expect([prices.open, certain]).toEqual([createFigure(4091, 'SAME'), false])
  expect(prices.trm).toBe(TRM)
})

test('a day whose only deal was annulled has no figures and no directions', () => {
  const noFigure = createFigure(null, 'SAME')
  expect(livePrices(createLoadedPrices({}), null)).toEqual({
    prices: createLoadedPrices({ open: noFigure, low: noFigure, high: noFigure }),
    certain: true,
  })
})

test('a certain direction equals the direction of the server', () => {
  const anyPrice = fc.integer({ min: 400_000, max: 400_010 }).map((centavos) => centavos / 100)
  const anyPreviousPrice = fc.option(anyPrice)
  fc.assert(
    fc.property(
      anyPreviousPrice,
      anyPrice,
      fc.array(anyPrice, { minLength: 1, maxLength: 4 }),
      (previous, first, later) => {
        const toFigure = (value: number) => createFigure(value, direction(value, previous))
        const loadedPrices = createLoadedPrices({ open: toFigure(first), low: toFigure(first), high: toFigure(first) })
        const figures = createFigures(first, ...later)
        const { prices, certain } = livePrices(loadedPrices, figures)
        for (const name of ['open', 'low', 'high'] as const) {
          const value = figures?.[name] ?? 0
          expect(prices[name].value).toBe(value)
          if (certain) expect(prices[name].change).toBe(direction(value, previous))
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('every direction is certain and equals the direction of the server with previous figures (D66)', () => {
  const anyPrice = fc.integer({ min: 400_000, max: 400_010 }).map((centavos) => centavos / 100)
  fc.assert(
    fc.property(anyPrice, anyPrice, fc.array(anyPrice, { maxLength: 4 }), (previous, first, later) => {
      const loadedPrices = dollarPrices({
        today: createFigures(first),
        previous: { open: previous, low: previous, high: previous, last: previous },
        trm: null,
        previousTrm: null,
      })
      const figures = createFigures(first, ...later)
      const { prices, certain } = livePrices(loadedPrices, figures)
      expect(certain).toBe(true)
      for (const name of ['open', 'low', 'high'] as const) {
        expect(prices[name]).toEqual(priceFigure(figures?.[name] ?? null, previous))
      }
      expect(prices.previousClose).toBe(previous)
    }),
  )
})
