import { withRoom } from '#src/charts/data/pyramid.ts'

/** Prefix sums of an append-only column, one per 64 values. */
export interface PrefixSums {
  /** Adds the new values at the end of `values`. Earlier values must not have changed. */
  extend(values: Float64Array): void
  /** Returns the sum of `values[start..end)`; values that are not finite count as 0. */
  sum(values: Float64Array, start: number, end: number): number
  clear(): void
}

const BITS = 6

function add(values: Float64Array, start: number, end: number): number {
  let sum = 0
  for (let i = start; i < end; i++) {
    const value = values[i] ?? 0
    if (Number.isFinite(value)) sum += value
  }
  return sum
}

export function createPrefixSums(): PrefixSums {
  /** `totals[b]` is the sum of all values before block b. */
  let totals: Float64Array = new Float64Array(1)
  /** Number of complete blocks. */
  let blocks = 0

  return {
    extend(values) {
      const full = values.length >> BITS
      totals = withRoom(totals, full + 1)
      for (; blocks < full; blocks++) {
        totals[blocks + 1] = (totals[blocks] ?? 0) + add(values, blocks << BITS, (blocks + 1) << BITS)
      }
    },
    sum(values, start, end) {
      const first = (start + (1 << BITS) - 1) >> BITS
      const last = end >> BITS
      if (first >= last) return add(values, start, end)
      const between = (totals[last] ?? 0) - (totals[first] ?? 0)
      return add(values, start, first << BITS) + between + add(values, last << BITS, end)
    },
    clear() {
      blocks = 0
    },
  }
}
