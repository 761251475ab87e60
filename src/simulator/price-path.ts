import type { DayPrices } from '#src/simulator/day-shape.ts'
import type { Random } from '#src/simulator/random.ts'

/** Prices in centavos, deal by deal, and the deals whose price is given. */
export interface PricePath {
  readonly prices: Float64Array
  readonly pinned: ReadonlySet<number>
}

interface Pin {
  readonly at: number
  readonly price: number
}

/** Standard deviation of a free walk over the whole trading day, as a share of the range. */
const SPREAD = 0.5

/** Sharpness with which shorter ways through both extremes are preferred. */
const PREFERENCE = 3

/** A stretch's least duration, as a share of the way across the range. */
const LINGER = 0.2

/** Timetables to choose from: the one that comes nearest to the average needs the least bending. */
const TIMETABLES = 24

/** Where a way from one extreme to the other is split, as shares of the range around its middle. */
const HALFWAY = 0.2

/** Keeps a value inside by mirroring it at the edges. */
function mirrored(value: number, low: number, high: number): number {
  const range = high - low
  if (range === 0) return low
  const turn = (((value - low) % (2 * range)) + 2 * range) % (2 * range)
  return low + (turn <= range ? turn : 2 * range - turn)
}

const wayThrough = (prices: readonly number[]) =>
  prices.reduce((way, price, i) => way + Math.abs(price - (prices[i - 1] ?? price)), 0)

/**
 * The prices to pass through in order: opening, the extremes that neither opening nor close has,
 * close.
 */
function milestones({ open, low, high, close }: DayPrices, random: Random): readonly number[] {
  const inner = [low, high].filter((extreme) => extreme !== open && extreme !== close)
  const oneWay = [open, ...inner, close]
  const otherWay = [open, ...inner.toReversed(), close]
  const detour = (PREFERENCE * (wayThrough(otherWay) - wayThrough(oneWay))) / Math.max(1, high - low)
  return random.chance(1 / (1 + Math.exp(-detour))) ? oneWay : otherWay
}

/**
 * Places the milestones: first and last deal at the ends, each stretch longer the further it goes,
 * none empty.
 */
function timetable(prices: readonly number[], count: number, range: number, random: Random): readonly Pin[] {
  const stretches = prices.slice(1).map((price, i) => {
    const distance = Math.abs(price - (prices[i] ?? price)) / Math.max(1, range)
    return (distance + LINGER) * random.between(0.1, 1)
  })
  const total = stretches.reduce((sum, stretch) => sum + stretch, 0)
  const spare = count - prices.length
  let passed = 0
  return prices.map((price, i) => {
    passed += i === 0 ? 0 : (stretches[i - 1] ?? 0)
    return { at: i + Math.round((spare * passed) / total), price }
  })
}

/** The average of straight lines from pin to pin. */
function averagePins(pins: readonly Pin[]): number {
  const area = pins.reduce((sum, { at, price }, i) => {
    const before = pins[i - 1] ?? { at, price }
    return sum + ((price + before.price) / 2) * (at - before.at)
  }, 0)
  return area / Math.max(1, pins.at(-1)?.at ?? 1)
}

/**
 * Of several timetables, orders of the extremes included, the one whose average comes nearest to
 * the day's.
 */
function choosePins(day: DayPrices, count: number, random: Random): readonly Pin[] {
  const drafts = Array.from({ length: TIMETABLES }, () =>
    timetable(milestones(day, random), count, day.high - day.low, random),
  )
  const miss = (pins: readonly Pin[]) => Math.abs(averagePins(pins) - day.average)
  return drafts.reduce((best, pins) => (miss(pins) < miss(best) ? pins : best))
}

/**
 * A way from one extreme to the other is halved, so that no stretch has more than one end at an
 * edge.
 */
function withoutCrossings(pins: readonly Pin[], { low, high }: DayPrices, random: Random): readonly Pin[] {
  const isEdge = ({ price }: Pin) => price === low || price === high
  return pins.flatMap((pin, i) => {
    const before = pins[i - 1]
    if (!before || !isEdge(pin) || !isEdge(before) || pin.at - before.at < 2) return [pin]
    const price = (low + high) / 2 + HALFWAY * (high - low) * random.between(-1, 1)
    return [{ at: Math.round((before.at + pin.at) / 2), price }, pin]
  })
}

/**
 * Writes what lies between two pins. The distance from the edge that one of them lies on is the
 * length of a three-dimensional Brownian bridge, which is a Brownian bridge on the condition that
 * it does not touch the edge before (a Bessel bridge): so an extreme is reached at its own deal and
 * not over and over.
 */
function fill(prices: Float64Array, from: Pin, to: Pin, spread: number, { low, high }: DayPrices, random: Random) {
  const edge = from.price === high || to.price === high ? high : low
  const end = Math.abs(to.price - edge)
  let x = Math.abs(from.price - edge)
  let y = 0
  let z = 0
  for (let i = from.at + 1; i < to.at; i++) {
    const left = to.at - i
    const noise = spread * Math.sqrt(left / (left + 1))
    x += (end - x) / (left + 1) + noise * random.normal()
    y += -y / (left + 1) + noise * random.normal()
    z += -z / (left + 1) + noise * random.normal()
    const distance = Math.sqrt(x * x + y * y + z * z)
    prices[i] = mirrored(edge === high ? high - distance : low + distance, low, high)
  }
}

/**
 * A path of `count` prices that opens, closes and reaches its extremes where the day does and never
 * leaves its range. Extremes are reached at a deal of their own unless opening or close is one;
 * `count` has to leave room for that.
 */
export function pricePath(day: DayPrices, count: number, random: Random): PricePath {
  const prices = new Float64Array(count)
  const pins = choosePins(day, count, random)
  const stations = withoutCrossings(pins, day, random)
  const spread = (SPREAD * (day.high - day.low)) / Math.sqrt(count)
  for (const [i, station] of stations.entries()) {
    prices[station.at] = station.price
    const next = stations[i + 1]
    if (next) fill(prices, station, next, spread, day, random)
  }
  return { prices, pinned: new Set(pins.map(({ at }) => at)) }
}
