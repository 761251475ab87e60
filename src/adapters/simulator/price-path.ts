import type { DayPrices } from '#src/adapters/simulator/day-shape.ts'
import type { Random } from '#src/adapters/simulator/random.ts'

/** Prices in centavos, deal by deal, and the deals whose price is given. */
export interface PricePath {
  readonly prices: Float64Array
  readonly pinned: ReadonlySet<number>
}

interface Pin {
  readonly at: number
  readonly price: number
}

/** Spread of the whole session's walk, as a share of its range: a free walk of this spread covers about its range. */
const SPREAD = 0.55

/** Sharpness with which shorter ways through both extremes are preferred. */
const PREFERENCE = 3

/** A stretch's least duration, as a share of the way across the range. */
const LINGER = 0.2

/** Keeps a value inside by mirroring it at the edges, as a price turns at a level where others wait. */
function mirrored(value: number, low: number, high: number): number {
  const range = high - low
  if (range === 0) return low
  const turn = (((value - low) % (2 * range)) + 2 * range) % (2 * range)
  return low + (turn <= range ? turn : 2 * range - turn)
}

const wayThrough = (prices: readonly number[]) =>
  prices.reduce((way, price, i) => way + Math.abs(price - (prices[i - 1] ?? price)), 0)

/** The prices to pass through in order: opening, the extremes that neither opening nor close has, close. */
function milestones({ open, low, high, close }: DayPrices, random: Random): readonly number[] {
  const inner = [low, high].filter((extreme) => extreme !== open && extreme !== close)
  const oneWay = [open, ...inner, close]
  const otherWay = [open, ...inner.toReversed(), close]
  const detour = (PREFERENCE * (wayThrough(otherWay) - wayThrough(oneWay))) / Math.max(1, high - low)
  return random.chance(1 / (1 + Math.exp(-detour))) ? oneWay : otherWay
}

/** Places the milestones: first and last deal at the ends, each stretch longer the further it goes, none empty. */
function pinsOf(prices: readonly number[], count: number, range: number, random: Random): readonly Pin[] {
  if (count === 1) return [{ at: 0, price: prices[0] ?? 0 }]
  const stretches = prices.slice(1).map((price, i) => {
    const distance = Math.abs(price - (prices[i] ?? price)) / Math.max(1, range)
    return (distance + LINGER) * random.between(0.5, 1.5)
  })
  const total = stretches.reduce((sum, stretch) => sum + stretch, 0)
  const spare = count - prices.length
  let passed = 0
  return prices.map((price, i) => {
    passed += i === 0 ? 0 : (stretches[i - 1] ?? 0)
    return { at: i + Math.round((spare * passed) / total), price }
  })
}

/** A Brownian bridge between two pins, mirrored into the range; writes what lies between them. */
function fill(prices: Float64Array, from: Pin, to: Pin, spread: number, bounds: DayPrices, random: Random): void {
  let price = from.price
  for (let i = from.at + 1; i < to.at; i++) {
    const left = to.at - i
    price += (to.price - price) / (left + 1) + spread * Math.sqrt(left / (left + 1)) * random.normal()
    price = mirrored(price, bounds.low, bounds.high)
    prices[i] = price
  }
}

/**
 * A path of `count` prices that opens, closes and reaches its extremes where the day does and never leaves its range. Extremes
 * are reached at a deal of their own unless opening or close is one; `count` has to leave room for that.
 */
export function pricePath(day: DayPrices, count: number, random: Random): PricePath {
  const range = day.high - day.low
  const prices = new Float64Array(count)
  const pins = pinsOf(milestones(day, random), count, range, random)
  const spread = (SPREAD * range) / Math.sqrt(count)
  for (const [i, pin] of pins.entries()) {
    prices[pin.at] = pin.price
    const next = pins[i + 1]
    if (next) fill(prices, pin, next, spread, day, random)
  }
  return { prices, pinned: new Set(pins.map(({ at }) => at)) }
}
