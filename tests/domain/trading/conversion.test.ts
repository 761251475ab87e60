import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTypedDecimal } from '#src/domain/decimal.ts'
import { err, ok } from '#src/domain/result.ts'
import {
  CURRENCIES,
  convert,
  findClosedDay,
  MAX_AMOUNT,
  MAX_RATE,
  MIN_RATE,
  parseAmount,
  parseRate,
  toRate,
} from '#src/domain/trading/conversion.ts'

const centavos = (text: string) => parseTypedDecimal(text, 2) as bigint

test.each([
  ['usd', '1.000', '4.102,35', '4.102.350'],
  ['usd', '0,01', '4.102,35', '41,02'],
  ['usd', '0,01', '4.102,5', '41,03'],
  ['usd', '1', '4.102,3541', '4.102,35'],
  ['cop', '4.102.350', '4.102,35', '1.000'],
  ['cop', '1', '4.102,35', '0'],
  ['cop', '1.000.000', '3.999,9999', '250'],
  ['cop', '0,01', '1', '0,01'],
] as const)('%s %s at %s is %s', (from, amount, rate, result) => {
  const parsed = parseRate(rate)
  expect(convert(from, centavos(amount), parsed.ok ? parsed.value : 0n)).toBe(centavos(result))
})

const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n })
const rates = fc.bigInt({ min: MIN_RATE + 1n, max: MAX_RATE })

test('dollars converted to pesos and back are the same dollars', () => {
  fc.assert(
    fc.property(amounts, rates, (amount, rate) => {
      const pesos = convert('usd', amount, rate)
      if (pesos !== null) expect(convert('cop', pesos, rate)).toBe(amount)
    }),
  )
})

test('a result is at most half a centavo from the exact product', () => {
  fc.assert(
    fc.property(amounts, rates, (amount, rate) => {
      const pesos = convert('usd', amount, rate)
      if (pesos === null) return
      const error = pesos * 10_000n - amount * rate
      expect(error > -5_000n && error <= 5_000n).toBe(true)
    }),
  )
})

test('a larger amount never gives a smaller result', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CURRENCIES), amounts, amounts, rates, (from, one, other, rate) => {
      const [less, more] = one < other ? [one, other] : [other, one]
      expect((convert(from, less, rate) ?? MAX_AMOUNT) <= (convert(from, more, rate) ?? MAX_AMOUNT)).toBe(true)
    }),
  )
})

test('a result above the maximum is none', () => {
  expect(convert('usd', MAX_AMOUNT, MIN_RATE)).toBe(MAX_AMOUNT)
  expect(convert('usd', MAX_AMOUNT, MIN_RATE + 10n)).toBeNull()
})

test.each([
  ['', err('empty')],
  ['  ', err('empty')],
  ['0', err('too-small')],
  ['0,00', err('too-small')],
  ['0,01', ok(1n)],
  ['9.999.999.999.999,99', ok(MAX_AMOUNT)],
  ['10.000.000.000.000', err('too-large')],
  ['mil', err('malformed')],
  ['1,001', err('too-precise')],
])('the amount %j (%#)', (text, amount) => {
  expect(parseAmount(text)).toEqual(amount)
})

test.each([
  ['0,9999', err('too-small')],
  ['1', ok(10_000n)],
  ['4.102,3541', ok(41_023_541n)],
  ['4.102,35411', err('too-precise')],
  ['100.000', ok(1_000_000_000n)],
  ['100.000,0001', err('too-large')],
])('the rate %j (%#)', (text, rate) => {
  expect(parseRate(text)).toEqual(rate)
})

test('a price becomes a rate without drift', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (value) => {
      expect(toRate(value / 100)).toBe(BigInt(value) * 100n)
    }),
  )
})

test.each([
  ['2026-11-20', null],
  ['2026-11-21', 'weekend'],
  ['2026-11-22', 'weekend'],
  ['2026-11-16', 'holiday'],
  ['2026-11-11', 'us-holiday'],
])('%s is closed as %s', (date, reason) => {
  expect(findClosedDay(date)).toBe(reason)
})
