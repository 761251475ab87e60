import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  formatCopTotal,
  formatCount,
  formatFileSize,
  formatMonthlyCost,
  formatPercent,
  formatPoints,
  formatPrice,
  formatPricePesos,
  formatRate,
  formatRateChange,
  formatSigned,
  formatStock,
  formatStockPesos,
  formatUsd,
  MISSING,
  type OptionalNumber,
  rateDigits,
  splitPrice,
} from '#src/domain/money.ts'

const FORMATTERS = {
  formatPrice,
  formatPricePesos,
  formatUsd,
  formatCount,
  formatCopTotal,
  formatMonthlyCost,
  formatStock,
  formatStockPesos,
  formatPoints,
  formatPercent,
  formatRate,
  formatSigned: (value: OptionalNumber) => formatSigned(value, 2),
  formatRateChange: (value: OptionalNumber) => formatRateChange(value, 1.08),
}

/** Adds the currency sign and the no-break space of Intl. */
const addCurrency = (number: string) => `$\u00a0${number}`

test.each<readonly [name: keyof typeof FORMATTERS, value: OptionalNumber, text: string]>([
  ['formatPrice', 4102.35, '4.102,35'],
  ['formatPrice', 4102, '4.102,00'],
  ['formatPrice', 4102.3, '4.102,30'],
  ['formatPrice', 999.999, '1.000,00'],
  ['formatPrice', 0, '0,00'],
  ['formatPrice', -0, '0,00'],
  ['formatPrice', -0.004, '0,00'],
  ['formatPrice', -4102.35, '−4.102,35'],
  ['formatPricePesos', 4102.35, addCurrency('4.102,35')],
  ['formatPricePesos', 4091, addCurrency('4.091,00')],
  ['formatPricePesos', -1.5, `−${addCurrency('1,50')}`],
  ['formatUsd', 1_284_650_000, '1.284.650.000'],
  ['formatUsd', 50_000, '50.000'],
  ['formatUsd', 5_000, '5.000'],
  ['formatUsd', 612_320.6, '612.321'],
  ['formatUsd', 0, '0'],
  ['formatUsd', -0.4, '0'],
  ['formatCount', 2098, '2.098'],
  ['formatCount', 13, '13'],
  ['formatCopTotal', 1_842_500, addCurrency('1.842.500')],
  ['formatCopTotal', 591_513, addCurrency('591.513')],
  ['formatCopTotal', 0, addCurrency('0')],
  ['formatMonthlyCost', 1_842_500, '1.842.500,00'],
  ['formatMonthlyCost', 1842.5, '1.842,50'],
  ['formatMonthlyCost', 9999, '9.999,00'],
  ['formatMonthlyCost', 999.9, '999,90'],
  ['formatPercent', 0.28, '+0,28%'],
  ['formatPercent', -0.41, '−0,41%'],
  ['formatPercent', 0, '0,00%'],
  ['formatPercent', -0, '0,00%'],
  ['formatPercent', -0.004, '0,00%'],
  ['formatPercent', 0.005, '+0,01%'],
  ['formatPercent', 1234.5, '+1.234,50%'],
  ['formatRate', 1.0842, '1,0842'],
  ['formatRate', 154.38, '154,38'],
  ['formatRate', 18.734, '18,7340'],
  ['formatRate', 941.2, '941,20'],
  ['formatRate', 4447.77, '4.447,77'],
  ['formatRate', 99.9999, '99,9999'],
  ['formatRate', 99.99996, '100,00'],
  ['formatRate', 100, '100,00'],
  ['formatRate', -99.5, '−99,5000'],
  ['formatStock', 1845, '1.845'],
  ['formatStock', 1845.5, '1.845,50'],
  ['formatStock', 1845.004, '1.845'],
  ['formatStock', 1845.996, '1.846'],
  ['formatStock', 0, '0'],
  ['formatStockPesos', 1845, addCurrency('1.845')],
  ['formatStockPesos', 1845.5, addCurrency('1.845,50')],
  ['formatPoints', 1396.4, '1.396,40'],
  ['formatPoints', 968.05, '968,05'],
])('%s formats %s as %s', (name, value, text) => {
  expect(FORMATTERS[name](value)).toBe(text)
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
] as const)('formatSigned formats %s with %i decimals as %s', (value, digits, text) => {
  expect(formatSigned(value, digits)).toBe(text)
})

test.each([
  [0.0021, 1.0842, '+0,0021'],
  [-0.62, 154.38, '−0,62'],
  [0.0412, 18.734, '+0,0412'],
  [0, 941.2, '0,00'],
  [0, 5.4, '0,0000'],
  [0.01, null, '—'],
  [null, 1.08, '—'],
])('formatRateChange formats the change %s at the rate %s as %s', (change, value, text) => {
  expect(formatRateChange(change, value)).toBe(text)
})

test.each([
  [99.99994, 4],
  [99.99996, 2],
  [100, 2],
  [-99.5, 4],
  [-100, 2],
])('rateDigits of %d returns %i', (value, digits) => {
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
])('splitPrice of %s returns %j', (value, parts) => {
  expect(splitPrice(value)).toEqual(parts)
})

test.each(Object.entries(FORMATTERS))('%s formats a missing number as a dash (D4)', (_, format) => {
  for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    expect(format(value)).toBe(MISSING)
  }
})

test.each(Object.entries(FORMATTERS))(
  '%s writes a minus sign, never minus zero, and a point every three digits',
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

test('parsing a formatted price returns the price', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (centavos) => {
      const parsed = formatPrice(centavos / 100)
        .replaceAll('.', '')
        .replace(',', '.')
        .replace('−', '-')
      expect(Math.round(Number(parsed) * 100) + 0).toBe(centavos + 0)
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
])('formatFileSize formats %i bytes as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text)
})

test('formatSigned equals Intl for Colombia', () => {
  const intlFormats = [0, 1, 2, 3, 4].map(
    (digits) =>
      new Intl.NumberFormat('es-CO', {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: 'always',
        signDisplay: 'exceptZero',
      }),
  )
  const digits = fc.constantFrom(0, 1, 2, 3, 4)
  const decimals = fc.tuple(fc.maxSafeInteger(), fc.nat(9)).map(([units, places]) => units / 10 ** places)
  const tiny = fc.double({ min: -1e-5, max: 1e-5, noNaN: true })
  fc.assert(
    fc.property(digits, fc.oneof(decimals, tiny), (count, value) => {
      // JavaScript cannot represent the units of a larger number exactly.
      fc.pre(Math.abs(value) * 10 ** count < Number.MAX_SAFE_INTEGER)
      expect(formatSigned(value, count as 0)).toBe(intlFormats[count]?.format(value).replace('-', '\u2212'))
    }),
  )
})
