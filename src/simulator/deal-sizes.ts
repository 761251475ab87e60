import { MEAN_SIZE, SIZE_TABLE } from '#src/simulator/profile.ts'
import type { Random } from '#src/simulator/random.ts'

const THOUSAND = 1_000

/** Means that the table can be tilted to without losing its face, US$. */
const TILTABLE = [200_000, 2_000_000] as const

/** Below this mean the sizes are whole dollars rather than whole thousands. */
const SMALL_MEAN = 20_000

interface Sizes {
  readonly sizes: readonly number[]
  readonly weights: readonly number[]
}

const TABLE: Sizes = {
  sizes: SIZE_TABLE.map(([thousands]) => thousands * THOUSAND),
  weights: SIZE_TABLE.map(([, weight]) => weight),
}

const sumNumbers = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

function findMean({ sizes, weights }: Sizes): number {
  return sumNumbers(sizes.map((size, i) => size * (weights[i] ?? 0))) / sumNumbers(weights)
}

const tilted = ({ sizes, weights }: Sizes, tilt: number): Sizes => ({
  sizes,
  weights: weights.map((weight, i) => weight * ((sizes[i] ?? 0) / MEAN_SIZE) ** tilt),
})

/** The table with the same sizes and another mean: larger sizes weigh more or less. */
function tiltedTo(table: Sizes, mean: number): Sizes {
  let low = -6
  let high = 6
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2
    if (findMean(tilted(table, middle)) < mean) low = middle
    else high = middle
  }
  return tilted(table, low)
}

/** The table with all sizes scaled, for means that no day of this market has had. */
function scaledTo(table: Sizes, mean: number): Sizes {
  const unit = mean < SMALL_MEAN ? 1 : THOUSAND
  const sizes = table.sizes.map((size) => Math.max(1, Math.round((size * mean) / MEAN_SIZE / unit) * unit))
  return { sizes, weights: table.weights }
}

const tableFor = (mean: number) =>
  mean >= TILTABLE[0] && mean <= TILTABLE[1] ? tiltedTo(TABLE, mean) : scaledTo(TABLE, mean)

/** Rows of the table, drawn by weight. */
function drawnRows({ weights }: Sizes, count: number, random: Random): Uint8Array {
  const total = sumNumbers(weights)
  const rows = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    let left = random.next() * total
    let row = 0
    while (row < weights.length - 1 && left >= (weights[row] ?? 0)) left -= weights[row++] ?? 0
    rows[i] = row
  }
  return rows
}

const toSizes = ({ sizes }: Sizes, rows: Uint8Array) => Float64Array.from(rows, (row) => sizes[row] ?? 0)

/**
 * Moves deals to the next size of the table while that brings the sum nearer; gives back what is
 * still missing.
 */
function approach(amounts: Float64Array, rows: Uint8Array, { sizes }: Sizes, missing: number, random: Random): number {
  let left = missing
  for (let attempts = amounts.length * 4 + 100; attempts > 0 && left !== 0; attempts--) {
    const i = random.integer(0, amounts.length - 1)
    const row = (rows[i] ?? 0) + Math.sign(left)
    const step = (sizes[row] ?? Number.POSITIVE_INFINITY) - (amounts[i] ?? 0)
    if (Math.abs(step) > Math.abs(left)) continue
    amounts[i] = (amounts[i] ?? 0) + step
    rows[i] = row
    left -= step
  }
  return left
}

/** Puts what is missing on one deal, or takes it off the largest ones; no deal falls below US$1. */
function settle(amounts: Float64Array, missing: number, random: Random): void {
  if (missing > 0) {
    const i = random.integer(0, amounts.length - 1)
    amounts[i] = (amounts[i] ?? 0) + missing
    return
  }
  const largestFirst = [...amounts.keys()].sort((one, other) => (amounts[other] ?? 0) - (amounts[one] ?? 0))
  let left = -missing
  for (const i of largestFirst) {
    const taken = Math.min(left, (amounts[i] ?? 1) - 1)
    amounts[i] = (amounts[i] ?? 1) - taken
    left -= taken
  }
}

/** Sizes of counted deals, whole US$, as the market makes them. */
export const naturalSizes = (count: number, random: Random): Float64Array =>
  toSizes(TABLE, drawnRows(TABLE, count, random))

/** Sizes of counted deals that add up to exactly `total` whole US$; `total` is at least `count`. */
export function sizesAddingUpTo(total: number, count: number, random: Random): Float64Array {
  const table = tableFor(total / count)
  const rows = drawnRows(table, count, random)
  const amounts = toSizes(table, rows)
  const missing = total - amounts.reduce((sum, amount) => sum + amount, 0)
  settle(amounts, approach(amounts, rows, table, missing, random), random)
  return amounts
}
