import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  type Amount,
  copTotal,
  count,
  fileSize,
  MISSING,
  monthlyCost,
  move,
  percent,
  points,
  price,
  priceParts,
  pricePesos,
  rate,
  rateChange,
  rateDigits,
  signed,
  stock,
  stockPesos,
  usd,
} from '#src/domain/money.ts'

type Case = readonly [(value: Amount) => string, Amount, string]

const all = {
  price,
  pricePesos,
  usd,
  count,
  copTotal,
  monthlyCost,
  stock,
  stockPesos,
  points,
  percent,
  rate,
  signed: (value: Amount) => signed(value, 2),
  move: (value: Amount) => move(value, 0.28),
  rateChange: (value: Amount) => rateChange(value, 1.08),
}

/** The no-break space that Intl puts after the currency. */
const pesos = (number: string) => `$\u00a0${number}`

test.each<Case>([
  [price, 4102.35, '4.102,35'],
  [price, 4102, '4.102,00'],
  [price, 4102.3, '4.102,30'],
  [price, 999.999, '1.000,00'],
  [price, 0, '0,00'],
  [price, -0, '0,00'],
  [price, -0.004, '0,00'],
  [price, -4102.35, '−4.102,35'],
  [pricePesos, 4102.35, pesos('4.102,35')],
  [pricePesos, 4091, pesos('4.091,00')],
  [pricePesos, -1.5, `−${pesos('1,50')}`],
  [usd, 1_284_650_000, '1.284.650.000'],
  [usd, 50_000, '50.000'],
  [usd, 5_000, '5.000'],
  [usd, 612_320.6, '612.321'],
  [usd, 0, '0'],
  [usd, -0.4, '0'],
  [count, 2098, '2.098'],
  [count, 13, '13'],
  [copTotal, 1_842_500, pesos('1.842.500')],
  [copTotal, 591_513, pesos('591.513')],
  [copTotal, 0, pesos('0')],
  [monthlyCost, 1_842_500, '1.842.500,00'],
  [monthlyCost, 1842.5, '1.842,50'],
  [monthlyCost, 9999, '9.999,00'],
  [monthlyCost, 999.9, '999,90'],
  [percent, 0.28, '+0,28%'],
  [percent, -0.41, '−0,41%'],
  [percent, 0, '0,00%'],
  [percent, -0, '0,00%'],
  [percent, -0.004, '0,00%'],
  [percent, 0.005, '+0,01%'],
  [percent, 1234.5, '+1.234,50%'],
  [rate, 1.0842, '1,0842'],
  [rate, 154.38, '154,38'],
  [rate, 18.734, '18,7340'],
  [rate, 941.2, '941,20'],
  [rate, 4447.77, '4.447,77'],
  [rate, 99.9999, '99,9999'],
  [rate, 99.99996, '100,00'],
  [rate, 100, '100,00'],
  [rate, -99.5, '−99,5000'],
  [stock, 1845, '1.845'],
  [stock, 1845.5, '1.845,50'],
  [stock, 1845.004, '1.845'],
  [stock, 1845.996, '1.846'],
  [stock, 0, '0'],
  [stockPesos, 1845, pesos('1.845')],
  [stockPesos, 1845.5, pesos('1.845,50')],
  [points, 1396.4, '1.396,40'],
  [points, 968.05, '968,05'],
])('%o of %d is %s', (format, value, text) => {
  expect(format(value)).toBe(text)
})

test.each([
  [11.35, 2, '+11,35'],
  [-0.41, 2, '−0,41'],
  [0, 2, '0,00'],
  [-0, 2, '0,00'],
  [-0.004, 2, '0,00'],
  [0.004, 2, '0,00'],
  [-0.006, 2, '−0,01'],
  [0.0021, 4, '+0,0021'],
  [-0.0185, 4, '−0,0185'],
  [1234.5, 0, '+1.235'],
  [-3, 1, '−3,0'],
  [-3, 3, '−3,000'],
] as const)('%d with its sign and %i decimals is %s', (value, digits, text) => {
  expect(signed(value, digits)).toBe(text)
})

test.each([
  [11.35, 0.28, '+11,35 (+0,28%)'],
  [-11.35, -0.28, '−11,35 (−0,28%)'],
  [0, 0, '0,00 (0,00%)'],
  [11.35, null, '+11,35'],
  [null, 0.28, '—'],
])('a move of %d and %d percent reads %s', (change, percentage, text) => {
  expect(move(change, percentage)).toBe(text)
})

test.each([
  [0.0021, 1.0842, '+0,0021'],
  [-0.62, 154.38, '−0,62'],
  [0.0412, 18.734, '+0,0412'],
  [0, 941.2, '0,00'],
  [0, 5.4, '0,0000'],
  [0.01, null, '—'],
  [null, 1.08, '—'],
])('a change of %d at a rate of %d has the decimals of the rate: %s', (change, value, text) => {
  expect(rateChange(change, value)).toBe(text)
})

test.each([
  [99.99994, 4],
  [99.99996, 2],
  [100, 2],
  [-99.5, 4],
  [-100, 2],
])('a rate of %d has %i decimals', (value, digits) => {
  expect(rateDigits(value)).toBe(digits)
})

test.each([
  [4102.35, { whole: '4.102', decimals: ',35' }],
  [4102, { whole: '4.102', decimals: ',00' }],
  [0, { whole: '0', decimals: ',00' }],
  [-1.5, { whole: '−1', decimals: ',50' }],
  [null, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
])('the large price %d comes in two sizes', (value, parts) => {
  expect(priceParts(value)).toEqual(parts)
})

test.each(Object.entries(all))('%s of a number that is missing is a dash (D4)', (_, format) => {
  for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    expect(format(value)).toBe(MISSING)
  }
})

test.each(Object.entries(all))(
  '%s of any number has no hyphen, no bare minus zero and a point every three digits',
  (_, format) => {
    fc.assert(
      fc.property(fc.double({ min: -1e12, max: 1e12, noNaN: true }), (value) => {
        const text = format(value)
        expect(text).not.toContain('-')
        expect(text).not.toMatch(/^−[^1-9]*$/)
        expect(text).toMatch(/^[+−]?(\$\u00a0)?\d{1,3}(\.\d{3})*(,\d+)?(%| \(\+0,28%\))?$/)
      }),
    )
  },
)

test('a price reads back as the number it shows', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (centavos) => {
      const read = price(centavos / 100)
        .replaceAll('.', '')
        .replace(',', '.')
        .replace('−', '-')
      expect(Math.round(Number(read) * 100) + 0).toBe(centavos + 0)
    }),
  )
})

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [1024, '1 KB'],
  [1025, '2 KB'],
  [512_000, '500 KB'],
  [1_047_552, '1.023 KB'],
  [1_048_576, '1,00 MB'],
])('a file of %i bytes is shown as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
