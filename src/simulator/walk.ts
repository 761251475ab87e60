import { drawNoise, hashParts } from '#src/simulator/random.ts'

/** A point that a path passes through. */
export interface Knot {
  readonly at: number
  readonly value: number
}

/**
 * A bounded path. It is a pure function of the position: each point is computed independently.
 */
export type Walk = (at: number) => number

interface WalkShape {
  /** The value to which the path reverts. */
  readonly center: number
  /** Standard deviation of the change over one unit of `at`. */
  readonly deviation: number
  /** The largest distance of a knot from the center. */
  readonly reach: number
  /** The start of the path; the center at 0 when absent. */
  readonly start?: Knot
}

/** Between two positions at this distance the path is straight. */
const FINEST_STEP = 1 / 4096

/** Units between two knots: half a year of weekdays. */
const KNOT_DISTANCE = 128

/** Share of the distance from the center that remains at the next knot. */
const MEMORY = 0.7

/**
 * Returns the value at `at` of a Brownian bridge between two knots, by midpoint displacement. It
 * draws only the midpoints that lead to `at`, and each draw depends only on the key and its two
 * neighbours.
 */
export function bridge(key: number, from: Knot, to: Knot, deviation: number, at: number): number {
  let left = from
  let right = to
  while (right.at - left.at > FINEST_STEP && at > left.at && at < right.at) {
    const width = right.at - left.at
    const middle = width > 1 ? Math.floor((left.at + right.at) / 2) : (left.at + right.at) / 2
    const share = (middle - left.at) / width
    const spread = deviation * Math.sqrt(share * (1 - share) * width)
    const noise = drawNoise(key, left.at / FINEST_STEP, right.at / FINEST_STEP)
    const knot = { at: middle, value: left.value + share * (right.value - left.value) + spread * noise }
    if (at <= middle) right = knot
    else left = knot
  }
  const share = right.at === left.at ? 0 : (at - left.at) / (right.at - left.at)
  return left.value + Math.max(0, Math.min(1, share)) * (right.value - left.value)
}

/**
 * Creates a mean-reverting path in both directions from its start. Each knot is drawn from the
 * previous one, and bridges connect the knots.
 */
export function createWalk(name: readonly (string | number)[], shape: WalkShape): Walk {
  const { center, deviation, reach, start = { at: 0, value: center } } = shape
  const key = hashParts(...name)
  const knotDeviation = deviation * Math.sqrt(KNOT_DISTANCE * (1 - MEMORY * MEMORY))
  const forward = [start]
  const backward = [start]

  const findKnot = (knots: Knot[], direction: 1 | -1, index: number): Knot => {
    for (let i = knots.length; i <= index; i++) {
      const value =
        center + MEMORY * ((knots[i - 1]?.value ?? center) - center) + knotDeviation * drawNoise(key, direction, i)
      knots.push({
        at: start.at + direction * i * KNOT_DISTANCE,
        value: Math.max(center - reach, Math.min(center + reach, value)),
      })
    }
    return knots[index] ?? start
  }

  return (at) => {
    const index = Math.floor(Math.abs(at - start.at) / KNOT_DISTANCE)
    return at >= start.at
      ? bridge(key, findKnot(forward, 1, index), findKnot(forward, 1, index + 1), deviation, at)
      : bridge(key, findKnot(backward, -1, index + 1), findKnot(backward, -1, index), deviation, at)
  }
}
