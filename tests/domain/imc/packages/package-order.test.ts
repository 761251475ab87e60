import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isQuantity, orderTotal, parseQuantity, toPackageOrder } from '#src/domain/imc/packages/package-order.ts'

const OFFER = { id: 'paq-usd-pro', code: 'USD-PRO-10', name: 'Dólar profesional', price: 1_842_500 }
const RANGE = { code: 'range', minimum: 1, maximum: 999 }

test.each([
  ['1', 1],
  ['999', 999],
  ['007', 7],
  [' 12 ', 12],
])('parseQuantity of "%s" returns %i (D33)', (typed, quantity) => {
  expect(parseQuantity(typed)).toEqual({ ok: true, value: quantity })
})

test.each([
  ['', { code: 'required' }],
  ['   ', { code: 'required' }],
  ['0', RANGE],
  ['-1', RANGE],
  ['1000', RANGE],
  ['1e9', RANGE],
  ['999999999999', RANGE],
  ['1.5', { code: 'not-whole' }],
  ['1,5', { code: 'not-whole' }],
  ['tres', { code: 'not-whole' }],
  ['1 000', { code: 'not-whole' }],
  ['٣', { code: 'not-whole' }],
  ['0x10', { code: 'not-whole' }],
])('parseQuantity of "%s" fails with %j (D33)', (typed, violation) => {
  expect(parseQuantity(typed)).toEqual({ ok: false, error: violation })
})

test('parseQuantity returns a valid quantity or an error for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String)), (typed) => {
      const quantity = parseQuantity(typed)
      expect(quantity.ok ? isQuantity(quantity.value) : quantity.error.code).toBeTruthy()
    }),
  )
})

test.each([0, -1, 1.5, 1e9, Number.NaN, Number.POSITIVE_INFINITY])('isQuantity of %d returns false', (quantity) => {
  expect(isQuantity(quantity)).toBe(false)
})

test('orderTotal is the price times the quantity in whole pesos', () => {
  expect(orderTotal(1_842_500, 3)).toBe(5_527_500)
  expect(orderTotal(0.1, 3)).toBe(0)
})

test('toPackageOrder returns the order, or an error per invalid field (§5)', () => {
  expect(toPackageOrder(OFFER, '3')).toEqual({
    ok: true,
    value: { packageId: 'paq-usd-pro', price: 1_842_500, quantity: 3 },
  })
  expect(toPackageOrder(null, '')).toEqual({
    ok: false,
    error: { offer: { code: 'required' }, quantity: { code: 'required' } },
  })
  expect(toPackageOrder(OFFER, '0')).toEqual({ ok: false, error: { quantity: RANGE } })
  expect(toPackageOrder(null, '1')).toEqual({ ok: false, error: { offer: { code: 'required' } } })
})
