import fc from 'fast-check'
import { expect, test } from 'vitest'

import { changeDirection, quotesOf, type SecurityQuote } from '#src/domain/market/quotes.ts'
import { signed } from '#src/domain/money.ts'

const quote = (name: string): SecurityQuote => ({ name, value: 1, change: 0 })

test('the ticker keeps the order of its list and leaves out what has no quote (§2.4)', () => {
  const quotes = ['ISA', 'GEB', 'ECOPETROL'].map(quote)
  expect(quotesOf(['ECOPETROL', 'GRUPOSURA', 'ISA'], quotes)).toEqual([quote('ECOPETROL'), quote('ISA')])
})

test('a symbol quoted twice is shown once, with its first quote', () => {
  const first = { name: 'ISA', value: 19_380, change: -0.41 }
  expect(quotesOf(['ISA'], [first, { ...first, value: 1 }])).toEqual([first])
})

test('nothing is shown that is not both listed and quoted', () => {
  const symbols = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E'))
  fc.assert(
    fc.property(symbols, symbols, (listed, quoted) => {
      const shown = quotesOf(listed, quoted.map(quote)).map(({ name }) => name)
      expect(shown).toEqual(listed.filter((symbol) => quoted.includes(symbol)))
    }),
  )
})

test.each([
  [0.82, 2, 'UP'],
  [-0.41, 2, 'DOWN'],
  [0, 2, 'SAME'],
  [-0, 2, 'SAME'],
  [0.004, 2, 'SAME'],
  [-0.004, 2, 'SAME'],
  [0.006, 2, 'UP'],
  [-0.006, 2, 'DOWN'],
  [0.0004, 4, 'UP'],
  [-0.00004, 4, 'SAME'],
  [Number.NaN, 2, 'SAME'],
])('a change of %d shown with %i decimals points %s', (change, decimals, direction) => {
  expect(changeDirection(change, decimals)).toBe(direction)
})

test('the arrow says what the sign says', () => {
  const digits = fc.constantFrom(2 as const, 4 as const)
  fc.assert(
    fc.property(fc.double({ min: -50, max: 50, noNaN: true }), digits, (change, decimals) => {
      const sign = signed(change, decimals).charAt(0)
      expect(changeDirection(change, decimals)).toBe(sign === '+' ? 'UP' : sign === '−' ? 'DOWN' : 'SAME')
    }),
  )
})
