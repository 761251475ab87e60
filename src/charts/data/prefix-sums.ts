import { ensureCapacity } from '#src/charts/data/pyramid.ts'

/** Prefix sums of an append-only column, one per 64 values. */
interface PrefixSums {
  /**
   * Updates the sums with the values appended since the last call. Earlier values must not have
   * changed.
   */
  extend(values: Float64Array): void
  /** Returns the sum of `values[start..end)`; values that are not finite count as 0. */
  sum(values: Float64Array, start: number, end: number): number
  clear(): void
}

const BLOCK_BITS = 6

function sumRange(values: Float64Array, start: number, end: number): number {
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
      const fullBlocks = values.length >> BLOCK_BITS
      totals = ensureCapacity(totals, fullBlocks + 1)
      for (; blocks < fullBlocks; blocks++) {
        totals[blocks + 1] = (totals[blocks] ?? 0) + sumRange(values, blocks << BLOCK_BITS, (blocks + 1) << BLOCK_BITS)
      }
    },
    sum(values, start, end) {
      const firstBlock = (start + (1 << BLOCK_BITS) - 1) >> BLOCK_BITS
      const endBlock = end >> BLOCK_BITS
      if (firstBlock >= endBlock) return sumRange(values, start, end)
      const blockSum = (totals[endBlock] ?? 0) - (totals[firstBlock] ?? 0)
      return (
        sumRange(values, start, firstBlock << BLOCK_BITS) + blockSum + sumRange(values, endBlock << BLOCK_BITS, end)
      )
    },
    clear() {
      blocks = 0
    },
  }
}
