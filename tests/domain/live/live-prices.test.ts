import fc from 'fast-check'
import { expect, test } from 'vitest'
import { livePrices } from '#src/domain/live/live-prices.ts'
import { direction } from '#src/domain/trading/figures.ts'
import type { Direction, DollarPrices, PriceFigure } from '#src/domain/trading/market.ts'
import { createTape } from '#src/domain/trading/tape.ts'

function createFigures(...prices: readonly number[]) {
  const tape = createTape()
  for (const [row, price] of prices.entries()) tape.append(row, row, price, 1_000)
  return tape.figures()
}

const TRM: PriceFigure = { value: 4098.17, change: 'UP' }
const answered = (but: Partial<DollarPrices>): DollarPrices => ({
  trm: TRM,
  open: { value: 4091, change: 'DOWN' },
  low: { value: 4085.2, change: 'DOWN' },
  high: { value: 4118.9, change: 'UP' },
  ...but,
})

test('figures that did not move stay as they were loaded', () => {
  for (const change of ['UP', 'DOWN', 'SAME'] as const) {
    const before = answered({
      low: { value: 4085.2, change },
      high: { value: 4118.9, change },
      open: { value: 4091, change },
    })
    expect(livePrices(before, createFigures(4091, 4085.2, 4118.9))).toEqual({ prices: before, certain: true })
  }
})

test.each<readonly [name: 'low' | 'high', change: Direction, value: number, certain: boolean]>([
  ['low', 'DOWN', 4085.19, true],
  ['low', 'UP', 4085.19, false],
  ['low', 'SAME', 4085.19, false],
  ['low', 'UP', 4085.21, true],
  ['low', 'DOWN', 4085.21, false],
  ['high', 'UP', 4118.91, true],
  ['high', 'DOWN', 4118.91, false],
  ['high', 'SAME', 4118.91, false],
  ['high', 'DOWN', 4118.89, true],
])('a %s that was %s and goes to %d has a certain direction: %s', (name, change, value, certain) => {
  const before = answered({ [name]: { value: name === 'low' ? 4085.2 : 4118.9, change } })
  const deals = { low: [4091, value, 4118.9], high: [4091, 4085.2, value] }[name]
  const { prices, certain: sure } = livePrices(before, createFigures(...deals))
  expect([prices[name], sure]).toEqual([{ value, change }, certain])
})

test('the first deal of a day makes its directions uncertain', () => {
  const nothing: PriceFigure = { value: null, change: 'SAME' }
  const { prices, certain } = livePrices({ trm: TRM, open: nothing, low: nothing, high: nothing }, createFigures(4091))
  expect([prices.open, certain]).toEqual([{ value: 4091, change: 'SAME' }, false])
  expect(prices.trm).toBe(TRM)
})

test('a day whose only deal was annulled has no figures and no directions', () => {
  const nothing = { value: null, change: 'SAME' }
  expect(livePrices(answered({}), null)).toEqual({
    prices: { trm: TRM, open: nothing, low: nothing, high: nothing },
    certain: true,
  })
})

test('a certain direction is the one that the server would return', () => {
  const cents = fc.integer({ min: 400_000, max: 400_010 }).map((centavos) => centavos / 100)
  const previous = fc.option(cents)
  fc.assert(
    fc.property(previous, cents, fc.array(cents, { minLength: 1, maxLength: 4 }), (before, first, later) => {
      const toFigure = (value: number): PriceFigure => ({ value, change: direction(value, before) })
      const then = { trm: TRM, open: toFigure(first), low: toFigure(first), high: toFigure(first) }
      const figures = createFigures(first, ...later)
      const { prices, certain } = livePrices(then, figures)
      for (const name of ['open', 'low', 'high'] as const) {
        const value = figures?.[name] ?? 0
        expect(prices[name].value).toBe(value)
        if (certain) expect(prices[name].change).toBe(direction(value, before))
      }
    }),
    { numRuns: 500 },
  )
})
