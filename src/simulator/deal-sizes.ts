import { MEAN_SIZE, SIZE_TABLE } from '#src/simulator/profile.ts'
import type { Random } from '#src/simulator/random.ts'

const THOUSAND = 1_000

/** Range of means, in US$, that the table's sizes can have with other weights. */
const TILTABLE_MEANS = [200_000, 2_000_000] as const

/** Below this mean the sizes are whole dollars rather than whole thousands. */
const SMALL_MEAN = 20_000

/** Sizes in US$, ascending, with the weight of each. */
interface SizeTable {
  readonly sizes: readonly number[]
  readonly weights: readonly number[]
}

const TABLE: SizeTable = {
  sizes: SIZE_TABLE.map(([thousands]) => thousands * THOUSAND),
  weights: SIZE_TABLE.map(([, weight]) => weight),
}

const sumNumbers = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

function findMean({ sizes, weights }: SizeTable): number {
  return sumNumbers(sizes.map((size, i) => size * (weights[i] ?? 0))) / sumNumbers(weights)
}

const tiltWeights = ({ sizes, weights }: SizeTable, tilt: number): SizeTable => ({
  sizes,
  weights: weights.map((weight, i) => weight * ((sizes[i] ?? 0) / MEAN_SIZE) ** tilt),
})

/** Returns the table with other weights, so that its mean size is `mean`. */
function tiltToMean(table: SizeTable, mean: number): SizeTable {
  let low = -6
  let high = 6
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2
    if (findMean(tiltWeights(table, middle)) < mean) low = middle
    else high = middle
  }
  return tiltWeights(table, low)
}

/** Returns the table with scaled sizes, for means outside `TILTABLE_MEANS`. */
function scaleToMean(table: SizeTable, mean: number): SizeTable {
  const unit = mean < SMALL_MEAN ? 1 : THOUSAND
  const sizes = table.sizes.map((size) => Math.max(1, Math.round((size * mean) / MEAN_SIZE / unit) * unit))
  return { sizes, weights: table.weights }
}

const chooseTable = (mean: number) =>
  mean >= TILTABLE_MEANS[0] && mean <= TILTABLE_MEANS[1] ? tiltToMean(TABLE, mean) : scaleToMean(TABLE, mean)

/** Draws rows of the table by their weights. */
function drawRows({ weights }: SizeTable, count: number, random: Random): Uint8Array {
  const total = sumNumbers(weights)
  const rows = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    let remaining = random.next() * total
    let row = 0
    while (row < weights.length - 1 && remaining >= (weights[row] ?? 0)) remaining -= weights[row++] ?? 0
    rows[i] = row
  }
  return rows
}

const toSizes = ({ sizes }: SizeTable, rows: Uint8Array) => Float64Array.from(rows, (row) => sizes[row] ?? 0)

/**
 * Changes random deals by one size of the table when that reduces the shortfall of the sum. Returns
 * the remaining shortfall.
 */
function stepSizes(
  amounts: Float64Array,
  rows: Uint8Array,
  { sizes }: SizeTable,
  shortfall: number,
  random: Random,
): number {
  let remaining = shortfall
  for (let attempts = amounts.length * 4 + 100; attempts > 0 && remaining !== 0; attempts--) {
    const i = random.integer(0, amounts.length - 1)
    const row = (rows[i] ?? 0) + Math.sign(remaining)
    const step = (sizes[row] ?? Number.POSITIVE_INFINITY) - (amounts[i] ?? 0)
    if (Math.abs(step) > Math.abs(remaining)) continue
    amounts[i] = (amounts[i] ?? 0) + step
    rows[i] = row
    remaining -= step
  }
  return remaining
}

/**
 * Adds the shortfall to one deal, or subtracts an excess from the largest deals. Each deal remains
 * at US$1 or more.
 */
function spreadShortfall(amounts: Float64Array, shortfall: number, random: Random): void {
  if (shortfall > 0) {
    const i = random.integer(0, amounts.length - 1)
    amounts[i] = (amounts[i] ?? 0) + shortfall
    return
  }
  const largestFirst = [...amounts.keys()].sort((one, other) => (amounts[other] ?? 0) - (amounts[one] ?? 0))
  let remaining = -shortfall
  for (const i of largestFirst) {
    const decrease = Math.min(remaining, (amounts[i] ?? 1) - 1)
    amounts[i] = (amounts[i] ?? 1) - decrease
    remaining -= decrease
  }
}

/** Draws sizes of counted deals from the table, whole US$. */
export const drawSizes = (count: number, random: Random): Float64Array => toSizes(TABLE, drawRows(TABLE, count, random))

/**
 * Draws sizes of counted deals with a sum of exactly `total` whole US$; `total` is at least
 * `count`.
 */
export function drawSizesWithSum(total: number, count: number, random: Random): Float64Array {
  const table = chooseTable(total / count)
  const rows = drawRows(table, count, random)
  const amounts = toSizes(table, rows)
  const shortfall = total - amounts.reduce((sum, amount) => sum + amount, 0)
  spreadShortfall(amounts, stepSizes(amounts, rows, table, shortfall, random), random)
  return amounts
}
