import { expect, test } from 'vitest'

import { MARKET_IDS, toMarket } from '#src/domain/trading/market.ts'

test('the market id of spot is 71, and the market id of next day is 76 (§9)', () => {
  expect(MARKET_IDS).toEqual({ spot: 71, nextday: 76 })
})

test.each([
  [71, 'spot'],
  [76, 'nextday'],
  ['71', 'spot'],
  ['76', 'nextday'],
  [70, null],
  [72, null],
  [0, null],
  ['', null],
  ['spot', null],
  ['71x', null],
  [Number.NaN, null],
])('toMarket of %o returns %o', (id, market) => {
  expect(toMarket(id)).toBe(market)
})
