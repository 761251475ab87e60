import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMinimumText, writeMinimum } from '#src/application/navigation/query.ts'
import {
  countPausedDeals,
  type DealSeries,
  findLargeDeals,
  MAX_MINIMUM_USD,
  parseMinimumAmount,
  readListedDeal,
  toPausePoint,
} from '#src/domain/trading/deal-list.ts'
import { intradaySeries } from '#src/domain/trading/series.ts'
import { createTape } from '#src/domain/trading/tape.ts'
import { anyTradingDayEvents, serverStateAt } from '#tests/support/live-market.ts'

/** Creates a series of deals at intervals of 1 s. Prices are in pesos, amounts in whole US$. */
function createSeries(deals: readonly (readonly [price: number, amount: number])[]): DealSeries {
  const tape = createTape()
  deals.forEach(([price, amount], row) => {
    tape.append(row * 1_000, row, price, amount)
  })
  return intradaySeries(tape)
}

test.each([
  ['', 0],
  ['  ', 0],
  ['0', 0],
  ['500000', 500_000],
  [' 500.000 ', 500_000],
  ['1.250.000', 1_250_000],
  ['1 250 000', 1_250_000],
  ['999999999999', MAX_MINIMUM_USD],
])('parseMinimumAmount of %j returns %i', (text, amount) => {
  expect(parseMinimumAmount(text)).toEqual({ ok: true, value: amount })
})

test.each([
  ['abc', 'not-whole'],
  ['-5', 'not-whole'],
  ['1,5', 'not-whole'],
  ['1.5', 'not-whole'],
  ['500.00', 'not-whole'],
  ['1.250 000', 'not-whole'],
  ['1e6', 'not-whole'],
  ['٥٠٠', 'not-whole'],
  ['1000000000000', 'too-large'],
  ['9'.repeat(40), 'too-large'],
])('parseMinimumAmount of %j fails with %s', (text, failure) => {
  expect(parseMinimumAmount(text)).toEqual({ ok: false, error: failure })
})

test('writeMinimum writes a readable amount and changes no other value', () => {
  const query = 'vista=velas&desde=2026-11-20T10:15&hasta=2026-11-20T11:00'
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_MINIMUM_USD }), (amount) => {
      const writtenQuery = writeMinimum(`?minimo=7&${query}`, amount)
      expect(parseMinimumAmount(readMinimumText(writtenQuery))).toEqual({ ok: true, value: amount })
      expect(writtenQuery).toBe(amount === 0 ? query : `${query}&minimo=${amount}`)
    }),
  )
})

test('a listed deal has its direction from the previous deal, and the first deal has SAME', () => {
  const series = createSeries([
    [4_100, 1],
    [4_100.01, 1],
    [4_100.01, 1],
    [4_099.5, 1],
  ])
  expect([0, 1, 2, 3].map((row) => readListedDeal(series, row)?.direction)).toEqual(['SAME', 'UP', 'SAME', 'DOWN'])
})

test('a listed deal has its row, time, price and amount in whole US$', () => {
  const series = createSeries([
    [4_100, 250_001],
    [4_101.5, 7],
  ])
  expect(readListedDeal(series, 1)).toEqual({ row: 1, time: 1_000, price: 4_101.5, amount: 7, direction: 'UP' })
  expect(readListedDeal(series, 0)?.amount).toBe(250_001)
  expect([readListedDeal(series, -1), readListedDeal(series, 2)]).toEqual([null, null])
})

test('findLargeDeals returns exactly the deals of at least the minimum amount', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 40 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 7 }), fc.nat(40), (list, minimum, end) => {
      const series = createSeries(list.map((amount) => [4_100, amount]))
      const last = Math.min(end, list.length)
      const expected = list.flatMap((amount, row) => (row < last && amount >= minimum ? [row] : []))
      expect([...findLargeDeals(series, minimum, last)]).toEqual(expected)
    }),
  )
})

test('a paused list shows the deals before the pause in order, without annulled deals', () => {
  fc.assert(
    fc.property(anyTradingDayEvents, fc.nat(), (events, pauseIndex) => {
      // The deals arrive in order of time: late deals are not part of this test.
      const inOrder = events.map((event) => (event.kind === 'deal' ? { ...event, time: event.sequence } : event))
      const pausedAt = inOrder[pauseIndex % inOrder.length]?.sequence ?? 0
      const before = serverStateAt(inOrder, pausedAt).series
      const after = serverStateAt(inOrder, Number.POSITIVE_INFINITY).series
      const shownTimes = after.times.slice(0, countPausedDeals(after, toPausePoint(before)))
      expect([...shownTimes]).toEqual([...before.times].filter((time) => after.times.includes(time)))
    }),
  )
})

test('the length of a paused list does not change when deals arrive at the instant of its last deal', () => {
  const before: DealSeries = {
    times: Float64Array.of(1, 5),
    prices: Float64Array.of(1, 1),
    amounts: Float64Array.of(1, 1),
  }
  const after: DealSeries = {
    times: Float64Array.of(1, 5, 5),
    prices: Float64Array.of(1, 1, 1),
    amounts: Float64Array.of(1, 1, 1),
  }
  expect(countPausedDeals(after, toPausePoint(before))).toBe(2)
})
