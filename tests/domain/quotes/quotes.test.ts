import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type SecurityQuote, selectQuotes } from '#src/domain/quotes/quotes.ts'

const quote = (name: string): SecurityQuote => ({ name, value: 1, change: 0 })

test('the ticker keeps the order of its list and leaves out what has no quote (§2.4)', () => {
  const quotes = ['ISA', 'GEB', 'ECOPETROL'].map(quote)
  expect(selectQuotes(['ECOPETROL', 'GRUPOSURA', 'ISA'], quotes)).toEqual([quote('ECOPETROL'), quote('ISA')])
})

test('a symbol quoted twice is shown once, with its first quote', () => {
  const first = { name: 'ISA', value: 19_380, change: -0.41 }
  expect(selectQuotes(['ISA'], [first, { ...first, value: 1 }])).toEqual([first])
})

test('nothing is shown that is not both listed and quoted', () => {
  const symbols = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E'))
  fc.assert(
    fc.property(symbols, symbols, (listed, quoted) => {
      const shown = selectQuotes(listed, quoted.map(quote)).map(({ name }) => name)
      expect(shown).toEqual(listed.filter((symbol) => quoted.includes(symbol)))
    }),
  )
})
