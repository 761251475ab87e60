import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type SecurityQuote, selectQuotes } from '#src/domain/quotes/quotes.ts'

const createQuote = (name: string): SecurityQuote => ({ name, value: 1, change: 0 })

test('selectQuotes returns quotes in the order of the symbols and omits symbols without a quote (§2.4)', () => {
  const quotes = ['ISA', 'GEB', 'ECOPETROL'].map(createQuote)
  expect(selectQuotes(['ECOPETROL', 'GRUPOSURA', 'ISA'], quotes)).toEqual([
    createQuote('ECOPETROL'),
    createQuote('ISA'),
  ])
})

test('selectQuotes returns the first of two quotes of a symbol', () => {
  const first = { name: 'ISA', value: 19_380, change: -0.41 }
  expect(selectQuotes(['ISA'], [first, { ...first, value: 1 }])).toEqual([first])
})

test('selectQuotes returns only symbols that are listed and quoted', () => {
  const symbols = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E'))
  fc.assert(
    fc.property(symbols, symbols, (listed, quoted) => {
      const names = selectQuotes(listed, quoted.map(createQuote)).map(({ name }) => name)
      expect(names).toEqual(listed.filter((symbol) => quoted.includes(symbol)))
    }),
  )
})
