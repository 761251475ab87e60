import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createTape, type Tape, type TapeFigures } from '#src/domain/trading/tape.ts'

interface Row {
  readonly time: number
  readonly sequence: number
  readonly centavos: number
  readonly amount: number
}

const sortByTime = (rows: readonly Row[]) =>
  [...rows].sort((one, other) => one.time - other.time || one.sequence - other.sequence)
const findMin = (values: readonly number[]) => Math.min(...values)
const findMax = (values: readonly number[]) => Math.max(...values)

/** Computes the figures from plain lists with BigInt. */
function computeFigures(rows: readonly Row[]): TapeFigures | null {
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) return null
  const sum = rows.reduce((total, { amount }) => total + BigInt(amount), 0n)
  const weightedSum = rows.reduce((total, { centavos, amount }) => total + BigInt(centavos) * BigInt(amount), 0n)
  return {
    open: first.centavos / 100,
    last: last.centavos / 100,
    low: findMin(rows.map(({ centavos }) => centavos)) / 100,
    high: findMax(rows.map(({ centavos }) => centavos)) / 100,
    average: Number((2n * weightedSum + sum) / (2n * sum)) / 100,
    sum: Number(sum),
    lastAmount: last.amount,
    lowAmount: findMin(rows.map(({ amount }) => amount)),
    highAmount: findMax(rows.map(({ amount }) => amount)),
    count: rows.length,
    lastTime: last.time,
  }
}

const appendRow = (tape: Tape, { time, sequence, centavos, amount }: Row) =>
  tape.append(time, sequence, centavos / 100, amount)

function expectTapeEquals(tape: Tape, rows: readonly Row[]) {
  const ordered = sortByTime(rows)
  expect([...tape.times]).toEqual(ordered.map(({ time }) => time))
  expect([...tape.prices]).toEqual(ordered.map(({ centavos }) => centavos / 100))
  expect([...tape.amounts]).toEqual(ordered.map(({ amount }) => amount))
  expect(tape.count).toBe(ordered.length)
  expect(tape.figures()).toEqual(computeFigures(ordered))
  for (const instant of ordered.flatMap(({ time }) => [time - 1, time, time + 1])) {
    const rowsUntilInstant = ordered.filter(({ time }) => time <= instant)
    expect(tape.countAt(instant)).toBe(rowsUntilInstant.length)
    expect(tape.figures(tape.countAt(instant))).toEqual(computeFigures(rowsUntilInstant))
  }
}

/** Draws few instants, so that many deals share an instant and many deals are late. */
const anyRowWithoutSequence = fc.record({
  time: fc.integer({ min: 1_795_179_600_000, max: 1_795_179_600_012 }),
  centavos: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 380_000, max: 450_000 })),
  amount: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 5_000, max: 50_000_000 })),
})
const anyRows = (maxLength: number) =>
  fc
    .uniqueArray(fc.tuple(anyRowWithoutSequence, fc.integer({ min: 1, max: 1_000 })), {
      selector: ([, sequence]) => sequence,
      maxLength,
      size: 'max',
    })
    .map((pairs) => pairs.map(([row, sequence]): Row => ({ ...row, sequence })))

test('the figures of a tape at any instant equal the figures of its deals in any order', () => {
  fc.assert(
    fc.property(anyRows(40), (deals) => {
      const tape = createTape()
      for (const deal of deals) appendRow(tape, deal)
      expectTapeEquals(tape, deals)
    }),
  )
})

test('a tape after annulments equals a tape without the annulled deals', () => {
  fc.assert(
    fc.property(anyRows(30), fc.array(fc.nat({ max: 29 })), anyRows(5), (deals, annulledIndexes, laterRows) => {
      const tape = createTape()
      for (const deal of deals) appendRow(tape, deal)
      const annulled = new Set(annulledIndexes.flatMap((index) => deals[index] ?? []))
      for (const { time, sequence } of annulled) expect(tape.remove(time, sequence)).toBe(true)
      const laterDeals = laterRows.map((deal) => ({ ...deal, sequence: deal.sequence + 1_000 }))
      for (const deal of laterDeals) appendRow(tape, deal)
      expectTapeEquals(tape, [...deals.filter((deal) => !annulled.has(deal)), ...laterDeals])
    }),
  )
})

test('a long tape sorts deals that are added in reverse order', () => {
  const deals = Array.from({ length: 300 }, (_, row): Row => {
    return { time: 1_000 + Math.floor(row / 3), sequence: row, centavos: 400_000 + ((row * 37) % 991), amount: 1 + row }
  })
  const tape = createTape()
  for (const deal of deals.toReversed()) appendRow(tape, deal)
  expectTapeEquals(tape, deals)
})

test('figures are null for an empty tape and before the first deal', () => {
  const tape = createTape()
  expect(tape.figures()).toBeNull()
  expect(tape.countAt(Infinity)).toBe(0)
  tape.append(1_000, 1, 4_100, 500)
  expect(tape.countAt(999)).toBe(0)
  expect(tape.figures(0)).toBeNull()
  expect(tape.figures(-1)).toBeNull()
  expect(tape.figures(Number.NaN)).toBeNull()
  expect(tape.figures(5)).toEqual(tape.figures(1))
})

test('removing an unknown deal returns false', () => {
  const tape = createTape()
  expect(tape.remove(1_000, 1)).toBe(false)
  tape.append(1_000, 2, 4_100, 500)
  for (const [time, sequence] of [
    [1_000, 1],
    [1_000, 3],
    [999, 2],
    [1_001, 2],
  ] as const) {
    expect(tape.remove(time, sequence)).toBe(false)
  }
  expect(tape.count).toBe(1)
  expect(tape.remove(1_000, 2)).toBe(true)
  expect(tape.figures()).toBeNull()
})

test('the last of several deals at one instant has the highest sequence', () => {
  const tape = createTape()
  tape.append(1_000, 2, 4_102, 200)
  tape.append(1_000, 3, 4_103, 300)
  tape.append(1_000, 1, 4_101, 100)
  expect(tape.figures()).toMatchObject({ open: 4_101, last: 4_103, lastAmount: 300 })
})

test.each([
  [
    [
      [100, 1],
      [100.01, 1],
    ],
    100.01,
  ],
  [
    [
      [100, 2],
      [100.01, 1],
    ],
    100,
  ],
  [
    [
      [100, 1],
      [100.01, 3],
    ],
    100.01,
  ],
  [
    [
      [0.01, 1],
      [0.02, 1],
    ],
    0.02,
  ],
  [
    [
      [4_102.35, 1_000_000],
      [4_102.36, 999_999],
    ],
    4_102.35,
  ],
  [
    [
      [4_102.35, 1_000_000],
      [4_102.36, 1_000_000],
    ],
    4_102.36,
  ],
  [
    [
      [4_102.35, 999_999],
      [4_102.36, 1_000_000],
    ],
    4_102.36,
  ],
] as const)('the average of %j is %d: weighted by amount, rounded half up to the centavo', (deals, average) => {
  const tape = createTape()
  for (const [row, [price, amount]] of deals.entries()) tape.append(1_000, row, price, amount)
  expect(tape.figures()?.average).toBe(average)
})

test('the average is exact for a trading day of US$22 thousand million', () => {
  const tape = createTape()
  for (let row = 0; row < 2_199; row += 1) tape.append(1_000, row, 4_095.01 + (row % 2) / 100, 9_999_999)
  const weightedSum = BigInt(409_501) * 9_999_999n * 1_100n + BigInt(409_502) * 9_999_999n * 1_099n
  expect(weightedSum < BigInt(Number.MAX_SAFE_INTEGER)).toBe(true)
  const sum = 9_999_999n * 2_199n
  expect(tape.figures()?.average).toBe(Number((2n * weightedSum + sum) / (2n * sum)) / 100)
})

test.each([
  [Number.NaN, 1, 4_100, 500],
  [Infinity, 1, 4_100, 500],
  [1_000, Number.NaN, 4_100, 500],
  [1_000, 1.5, 4_100, 500],
  [1_000, 1, Number.NaN, 500],
  [1_000, 1, Infinity, 500],
  [1_000, 1, 0, 500],
  [1_000, 1, 0.004, 500],
  [1_000, 1, -4_100, 500],
  [1_000, 1, 4_100, 0],
  [1_000, 1, 4_100, -1],
  [1_000, 1, 4_100, 0.5],
  [1_000, 1, 4_100, Number.NaN],
])(
  'append of the invalid deal (time %d, sequence %d, price %d, amount %d) throws and does not change the tape',
  (time, sequence, price, amount) => {
    const tape = createTape()
    tape.append(1, 1, 4_000, 100)
    const before = tape.figures()
    expect(() => tape.append(time, sequence, price, amount)).toThrow(RangeError)
    expect(tape.figures()).toEqual(before)
  },
)

test.each([
  [1_000, 1, 0.01, 1],
  [-1, 0, 21_474_836.48, 5_000_000_000],
])('append accepts a deal at a limit (time %d, sequence %d, price %d, amount %d)', (time, sequence, price, amount) => {
  const tape = createTape()
  tape.append(time, sequence, price, amount)
  expect(tape.figures()).toMatchObject({ open: price, average: price, sum: amount, lastTime: time })
})

test('each column has one value per deal', () => {
  const tape = createTape()
  tape.append(1_000, 1, 4_100.25, 500_000)
  expect(tape.times).toEqual(Float64Array.of(1_000))
  expect(tape.prices).toEqual(Float64Array.of(4_100.25))
  expect(tape.amounts).toEqual(Float64Array.of(500_000))
})
