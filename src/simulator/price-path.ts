import type { DayPrices } from '#src/simulator/day-shape.ts'
import type { Random } from '#src/simulator/random.ts'

/** Prices in centavos, one per deal, and the rows of deals with a fixed price. */
interface PricePath {
  readonly prices: Float64Array
  readonly pinned: ReadonlySet<number>
}

interface Pin {
  /** Row of the deal. */
  readonly at: number
  readonly price: number
}

/** Standard deviation of a free walk over the whole trading day, as a share of the range. */
const SPREAD = 0.5

/** How strongly the shorter of the two orders of the extremes is preferred. */
const PREFERENCE = 3

/** Added to a segment's distance, as a share of the range: near prices get deals between them. */
const MIN_SEGMENT = 0.2

/**
 * Number of candidate timetables. The candidate with the nearest average requires the smallest
 * correction.
 */
const TIMETABLES = 24

/** The price of a pin that splits a segment is at most this share of the range from the middle. */
const HALFWAY = 0.2

/** Mirrors a value at the edges of a range until it is inside. */
function mirror(value: number, low: number, high: number): number {
  const range = high - low
  if (range === 0) return low
  const turn = (((value - low) % (2 * range)) + 2 * range) % (2 * range)
  return low + (turn <= range ? turn : 2 * range - turn)
}

const measurePath = (prices: readonly number[]) =>
  prices.reduce((sum, price, i) => sum + Math.abs(price - (prices[i - 1] ?? price)), 0)

/** The fixed prices in order: open, the extremes other than open and close, close. */
function orderFixedPrices({ open, low, high, close }: DayPrices, random: Random): readonly number[] {
  const inner = [low, high].filter((extreme) => extreme !== open && extreme !== close)
  const lowFirst = [open, ...inner, close]
  const highFirst = [open, ...inner.toReversed(), close]
  const detour = (PREFERENCE * (measurePath(highFirst) - measurePath(lowFirst))) / Math.max(1, high - low)
  return random.chance(1 / (1 + Math.exp(-detour))) ? lowFirst : highFirst
}

/**
 * Assigns a row to each fixed price: the first and last deal at the ends, and more rows between
 * distant prices.
 */
function createTimetable(prices: readonly number[], count: number, range: number, random: Random): readonly Pin[] {
  const segments = prices.slice(1).map((price, i) => {
    const distance = Math.abs(price - (prices[i] ?? price)) / Math.max(1, range)
    return (distance + MIN_SEGMENT) * random.between(0.1, 1)
  })
  const total = segments.reduce((sum, segment) => sum + segment, 0)
  const spareRows = count - prices.length
  let elapsed = 0
  return prices.map((price, i) => {
    elapsed += i === 0 ? 0 : (segments[i - 1] ?? 0)
    return { at: i + Math.round((spareRows * elapsed) / total), price }
  })
}

/** The average of straight lines between consecutive pins. */
function averagePins(pins: readonly Pin[]): number {
  const area = pins.reduce((sum, { at, price }, i) => {
    const previous = pins[i - 1] ?? { at, price }
    return sum + ((price + previous.price) / 2) * (at - previous.at)
  }, 0)
  return area / Math.max(1, pins.at(-1)?.at ?? 1)
}

/** Draws several timetables and returns the one whose average is nearest to that of the day. */
function choosePins(day: DayPrices, count: number, random: Random): readonly Pin[] {
  const timetables = Array.from({ length: TIMETABLES }, () =>
    createTimetable(orderFixedPrices(day, random), count, day.high - day.low, random),
  )
  const toDistance = (pins: readonly Pin[]) => Math.abs(averagePins(pins) - day.average)
  return timetables.reduce((best, pins) => (toDistance(pins) < toDistance(best) ? pins : best))
}

/** Splits segments between both extremes. At most one end of each segment is then an extreme. */
function splitCrossings(pins: readonly Pin[], { low, high }: DayPrices, random: Random): readonly Pin[] {
  const isEdge = ({ price }: Pin) => price === low || price === high
  return pins.flatMap((pin, i) => {
    const previous = pins[i - 1]
    if (!previous || !isEdge(pin) || !isEdge(previous) || pin.at - previous.at < 2) return [pin]
    const price = (low + high) / 2 + HALFWAY * (high - low) * random.between(-1, 1)
    return [{ at: Math.round((previous.at + pin.at) / 2), price }, pin]
  })
}

/**
 * Draws the prices between two pins. Their distance from an edge of the range is a Bessel bridge:
 * the length of a three-dimensional Brownian bridge. The edge is that of a pinned extreme, else the
 * low. The distance is positive, so only a pinned deal has the extreme price.
 */
function fillSegment(
  prices: Float64Array,
  from: Pin,
  to: Pin,
  spread: number,
  { low, high }: DayPrices,
  random: Random,
) {
  const edge = from.price === high || to.price === high ? high : low
  const end = Math.abs(to.price - edge)
  let x = Math.abs(from.price - edge)
  let y = 0
  let z = 0
  for (let i = from.at + 1; i < to.at; i++) {
    const remaining = to.at - i
    const noise = spread * Math.sqrt(remaining / (remaining + 1))
    x += (end - x) / (remaining + 1) + noise * random.normal()
    y += -y / (remaining + 1) + noise * random.normal()
    z += -z / (remaining + 1) + noise * random.normal()
    const distance = Math.sqrt(x * x + y * y + z * z)
    prices[i] = mirror(edge === high ? high - distance : low + distance, low, high)
  }
}

/**
 * Creates a path of `count` prices with the open, close and extremes of the day. All prices are
 * inside the range. Each extreme has its own deal, unless open or close is that extreme: `count` is
 * at least `minimumDealCount`.
 */
export function pricePath(day: DayPrices, count: number, random: Random): PricePath {
  const prices = new Float64Array(count)
  const pins = choosePins(day, count, random)
  const allPins = splitCrossings(pins, day, random)
  const spread = (SPREAD * (day.high - day.low)) / Math.sqrt(count)
  for (const [i, pin] of allPins.entries()) {
    prices[pin.at] = pin.price
    const next = allPins[i + 1]
    if (next) fillSegment(prices, pin, next, spread, day, random)
  }
  return { prices, pinned: new Set(pins.map(({ at }) => at)) }
}
