import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTradingDay } from '#src/domain/trading/calendar.ts'
import { createTradingDay } from '#src/domain/trading/trading-day.ts'
import { type DayFigures, PUBLISHED_DAYS } from '#src/simulator/published-days.ts'
import { MAX_REPLAY_DEALS, MAX_REPLAY_PRICE, replayDay } from '#src/simulator/replay-day.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import {
  calculateFigures,
  selectCountedDeals,
  selectUnannulledDeals,
  toCentavos,
} from '#tests/simulator/deal-figures.ts'

const SPOT = { seed: 71, market: 'spot' } as const

/**
 * A published day with every figure. Its US$1,239.614 million are not a multiple of the usual
 * sizes.
 */
const ROW: DayFigures = {
  date: '2024-11-01',
  open: 4403,
  low: 4391,
  high: 4439.88,
  close: 4433.3,
  average: 4413.89,
  amount: 1_239_614_000,
  count: 2595,
}
const createRow = (change: Partial<DayFigures>): DayFigures => ({ ...ROW, ...change })
const EMPTY_ROW = createRow({
  open: null,
  low: null,
  high: null,
  close: null,
  average: null,
  amount: null,
  count: null,
})

/** Largest amount whose products with the row's prices are exact: 2^53 / 443,988 centavos. */
const MAX_AMOUNT = 20_287_033_106
/** Largest count of a row without an amount: MAX_AMOUNT divided by 1.5 times the mean deal size. */
const MAX_DEALS_WITHOUT_AMOUNT = 20_414

/** The known figures of a row, in the units of `calculateFigures`. */
function toKnownFigures({ open, low, high, close, average, amount, count }: DayFigures) {
  const prices = Object.entries({ open, low, high, close, average }).flatMap(([name, price]) =>
    price === null ? [] : [[name, toCentavos(price)]],
  )
  return {
    ...Object.fromEntries(prices),
    ...(amount !== null && { amount }),
    ...(count !== null && { count }),
  }
}

function replayOrThrow(figures: DayFigures, key: Parameters<typeof replayDay>[1] = SPOT) {
  const day = replayDay(figures, key)
  if (!day.ok) throw new Error(JSON.stringify(day.error))
  return day.value
}

const findViolationCodes = (figures: DayFigures) => {
  const day = replayDay(figures, SPOT)
  return day.ok ? [] : day.error.map((violation) => violation.code)
}

test.each(PUBLISHED_DAYS.map((day) => [day.market, day.date, day] as const))(
  'the replay of %s %s reproduces every published figure',
  (market, _date, day) => {
    for (const seed of [1, 2, 3]) {
      expect(calculateFigures(selectCountedDeals(replayOrThrow(day, { seed, market })))).toMatchObject(
        toKnownFigures(day),
      )
    }
  },
)

test.each(PUBLISHED_DAYS.map((day) => [day.market, day.date, day] as const))(
  'the simulated day %s %s equals its replay',
  (market, date, day) => {
    expect(simulateDay({ seed: 71, market, date })).toEqual(replayOrThrow(day, { seed: 71, market }))
  },
)

test('a trading day computes the same figures from the replayed deals', () => {
  const day = replayOrThrow(ROW)
  const tradingDay = createTradingDay('spot', ROW.date)
  for (const [sequence, deal] of day.deals.entries()) tradingDay.record({ ...deal, sequence })
  for (const { id } of day.annulments) {
    const sequence = day.deals.findIndex((deal) => deal.id === id)
    const deal = day.deals[sequence]
    if (deal) tradingDay.annul({ ...deal, sequence })
  }
  const { open, low, high, close, average, amount, count } = ROW
  expect(tradingDay.counted.figures()).toMatchObject({ open, low, high, last: close, average, sum: amount, count })
})

test.each(PUBLISHED_DAYS.filter(({ amount }) => amount !== null).map((day) => [day.date, day] as const))(
  'at most two sizes of the replay of %s are not in the size table',
  (_date, day) => {
    const amounts = selectCountedDeals(replayOrThrow(day)).map(({ amount }) => amount)
    const tableSizes = new Set(
      [100, 150, 200, 250, 300, 400, 500, 750, 1000, 1500, 2000, 3000, 5000].map((k) => k * 1_000),
    )
    expect(amounts.filter((amount) => !tableSizes.has(amount)).length).toBeLessThanOrEqual(2)
    expect(Math.max(...amounts)).toBeLessThanOrEqual(5_050_000)
  },
)

test.each(PUBLISHED_DAYS.map((day) => [day.market, day.date, day] as const))(
  'prices of the replay of %s %s move in small steps, and cluster at half pesos',
  (market, _date, day) => {
    const deals = selectCountedDeals(replayOrThrow(day, { seed: 5, market }))
    const { low, high } = calculateFigures(deals)
    const steps = deals.slice(1).map(({ price }, i) => Math.abs(toCentavos(price) - toCentavos(deals[i]?.price ?? 0)))
    const maxStepShare = market === 'spot' ? 0.16 : 0.4
    expect(Math.max(...steps)).toBeLessThan(Math.max(200, maxStepShare * (high - low)))
    expect(deals.filter(({ price }) => toCentavos(price) % 50 === 0).length / deals.length).toBeGreaterThan(0.45)
  },
)

const anyPrice = fc.integer({ min: 50_000, max: 600_000 })

/** Rows of possible trading days: prices inside the range, and an average that deals can have. */
const anyFeasibleRow = fc
  .record({
    low: anyPrice,
    range: fc.integer({ min: 40, max: 12_000 }),
    open: fc.double({ min: 0, max: 1, noNaN: true }),
    close: fc.double({ min: 0, max: 1, noNaN: true }),
    average: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
    count: fc.integer({ min: 5, max: 3_000 }),
    mean: fc.integer({ min: 1_000, max: 3_000_000 }),
    remainder: fc.integer({ min: 0, max: 999 }),
  })
  .map(({ low, range, count, mean, remainder, ...shares }) => {
    const toPriceInRange = (share: number) => (low + Math.round(range * share)) / 100
    return {
      ...ROW,
      low: low / 100,
      high: (low + range) / 100,
      open: toPriceInRange(shares.open),
      close: toPriceInRange(shares.close),
      average: toPriceInRange(shares.average),
      count,
      amount: count * mean + remainder,
    }
  })

test('every feasible row is replayed exactly', () => {
  fc.assert(
    fc.property(anyFeasibleRow, fc.integer(), (figures, seed) => {
      expect(calculateFigures(selectCountedDeals(replayOrThrow(figures, { seed, market: 'spot' })))).toEqual(
        toKnownFigures(figures),
      )
    }),
    { numRuns: 150 },
  )
})

test('the replay of an incomplete row has the known figures and an average inside the range', () => {
  const names = ['open', 'low', 'high', 'close', 'average', 'amount', 'count'] as const
  fc.assert(
    fc.property(fc.subarray([...names]), fc.integer(), (missing, seed) => {
      const partial = createRow(Object.fromEntries(missing.map((name) => [name, null])))
      const figures = calculateFigures(selectCountedDeals(replayOrThrow(partial, { seed, market: 'spot' })))
      expect(figures).toMatchObject(toKnownFigures(partial))
      expect(figures.average).toBeGreaterThan(figures.low)
      expect(figures.average).toBeLessThan(figures.high)
    }),
    // Without open and low, this seed draws a range that is narrower than the distance from the
    // average to the high.
    { numRuns: 60, examples: [[['open', 'low'], -1_205_618_525]] },
  )
})

test.each([
  ['a single deal', { open: 4000, low: 4000, high: 4000, close: 4000, average: 4000, amount: 1, count: 1 }],
  [
    'two deals at the extremes',
    { open: 4000, low: 4000, high: 4010, close: 4010, average: 4003.21, amount: 1_000_000, count: 2 },
  ],
  ['three deals', { open: 4000, low: 4000, high: 4010, close: 4000, average: 4002.5, amount: 1_000_000, count: 3 }],
  ['four deals', { open: 4005, low: 4000, high: 4010, close: 4006, average: 4008, amount: 1_234_567, count: 4 }],
  ['five deals', { open: 4005, low: 4000, high: 4010, close: 4006, average: 4001, amount: 7_654_321, count: 5 }],
  ['one price', { open: 4000, low: 4000, high: 4000, close: 4000, average: 4000, amount: 1_000_000, count: 30 }],
  [
    'a range of a centavo',
    { open: 4000, low: 4000, high: 4000.01, close: 4000.01, average: 4000, amount: 900_000, count: 9 },
  ],
  ['a dollar for each deal', { open: 4000, low: 3999, high: 4001, close: 4000, average: 4000, amount: 40, count: 40 }],
  ['few dollars', { open: 500, low: 500, high: 598.87, close: 500, average: 572.15, amount: 8_013, count: 8 }],
  [
    'an average at the edge',
    { open: 4010, low: 4000, high: 4010, close: 4010, average: 4009.99, amount: 5_000_000, count: 900 },
  ],
  ['a free fall', { open: 4900, low: 4100, high: 4900, close: 4100, average: 4880, amount: 900_000_000, count: 1_500 }],
])('replayDay replays %s exactly', (_name, change) => {
  expect(calculateFigures(selectCountedDeals(replayOrThrow(createRow(change))))).toEqual(
    toKnownFigures(createRow(change)),
  )
})

test.each([
  [{ open: Number.NaN }, ['not-a-number']],
  [{ high: Number.POSITIVE_INFINITY }, ['too-large']],
  [{ low: Number.NEGATIVE_INFINITY }, ['not-positive']],
  [{ low: 0 }, ['not-positive']],
  [{ low: -4391 }, ['not-positive']],
  [{ amount: 0 }, ['not-positive']],
  [{ count: -1 }, ['not-positive']],
  [{ open: 4403.005 }, ['too-precise']],
  [{ average: 4413.891 }, ['too-precise']],
  [{ amount: 1_239_614_000.5 }, ['too-precise']],
  [{ count: 2594.5 }, ['too-precise']],
  [{ high: MAX_REPLAY_PRICE + 0.01 }, ['too-large']],
  [{ count: MAX_REPLAY_DEALS + 1 }, ['too-large']],
  [{ amount: 1e15 }, ['too-large']],
  [{ amount: MAX_AMOUNT + 1 }, ['too-large']],
  [{ amount: null, count: MAX_DEALS_WITHOUT_AMOUNT + 1 }, ['too-large']],
  [{ low: 4440, high: 4391 }, ['range-reversed']],
  [{ low: 4439.89 }, ['range-reversed']],
  [{ open: 4390.99 }, ['outside-range']],
  [{ open: 4439.89 }, ['outside-range']],
  [{ close: 4439.89 }, ['outside-range']],
  [{ average: 4390.99 }, ['outside-range']],
  [{ open: 4390.99, close: 4439.89, average: 5000 }, ['outside-range', 'outside-range', 'outside-range']],
  [{ count: 3 }, ['too-few-deals']],
  [{ count: 1 }, ['too-few-deals']],
  [{ amount: 2594 }, ['amount-too-small']],
  [{ count: 3, amount: 3 }, ['too-few-deals', 'amount-too-small']],
  [{ average: 4391, amount: 60, count: 40 }, ['average-out-of-reach']],
  [{ average: 4439.88, amount: 60, count: 40 }, ['average-out-of-reach']],
  [{ open: 4000, low: 4000, high: 4010, close: 4010, average: 4003.21, amount: 2, count: 2 }, ['average-out-of-reach']],
  [{ date: '2024-11-02' }, ['no-trading-day']],
  [{ date: '2026-11-11' }, ['no-trading-day']],
  [{ date: '2024-13-01' }, ['no-trading-day']],
  [{ date: '' }, ['no-trading-day']],
  [{ date: '2024-11-02', open: Number.NaN }, ['no-trading-day', 'not-a-number']],
])('replayDay rejects %o with %j', (change, expected) => {
  expect(findViolationCodes(createRow(change))).toEqual(expected)
})

test.each([
  [{ open: 4391 }],
  [{ open: 4439.88 }],
  [{ close: 4391 }],
  [{ close: 4439.88 }],
  [{ amount: 2595, average: 4413.89 }],
  [{ amount: MAX_AMOUNT }],
  [{ amount: null, count: MAX_DEALS_WITHOUT_AMOUNT }],
  [{ high: MAX_REPLAY_PRICE, amount: 500_000_000 }],
  [{ count: MAX_REPLAY_DEALS }],
  [{ average: 4391 }],
  [{ average: 4439.88 }],
  [{ count: 4, amount: 1_239_614_000 }],
])('replayDay accepts %j, a value at its limit', (change) => {
  expect(findViolationCodes(createRow(change))).toEqual([])
})

test('a violation has the refused value and its limits', () => {
  const day = replayDay(createRow({ open: 4390.99, count: 2 }), SPOT)
  expect(day).toEqual({
    ok: false,
    error: [{ code: 'outside-range', field: 'open', value: 4390.99, low: 4391, high: 4439.88 }],
  })
  expect(replayDay(createRow({ count: 3 }), SPOT)).toEqual({
    ok: false,
    error: [{ code: 'too-few-deals', count: 3, minimum: 4 }],
  })
})

test('replayDay replays a row with any numbers exactly or rejects the row', () => {
  const anyFigure = fc.option(
    fc.oneof(fc.double(), fc.integer({ min: 1, max: 5_000 }), fc.constantFrom(0.01, 4000, 4000.5)),
  )
  const anyFigures = fc.record({
    open: anyFigure,
    low: anyFigure,
    high: anyFigure,
    close: anyFigure,
    average: anyFigure,
    amount: anyFigure,
    count: fc.option(fc.oneof(fc.double(), fc.integer({ min: -1, max: 400 }))),
  })
  fc.assert(
    fc.property(anyFigures, (figures) => {
      const day = replayDay({ ...figures, date: ROW.date }, SPOT)
      if (day.ok)
        expect(calculateFigures(selectCountedDeals(day.value))).toMatchObject(
          toKnownFigures({ ...figures, date: ROW.date }),
        )
      else expect(day.error.length).toBeGreaterThan(0)
    }),
    { numRuns: 300 },
  )
})

test('a row with only its date is replayed as a usual day', () => {
  const day = replayOrThrow(EMPTY_ROW)
  expect(selectCountedDeals(day).length).toBeGreaterThan(1_000)
  expect(selectUnannulledDeals(day).length).toBeGreaterThan(selectCountedDeals(day).length)
})

test('every published day is a trading day of its market', () => {
  for (const { market, date } of PUBLISHED_DAYS) expect(isTradingDay(market, date)).toBe(true)
})
