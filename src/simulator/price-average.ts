import type { DayPrices } from '#src/simulator/day-shape.ts'
import type { Random } from '#src/simulator/random.ts'
import { CENTAVO, drawTickSize } from '#src/simulator/ticks.ts'

/** Deals with prices (centavos) and amounts (whole US$) that can change. Pinned prices cannot. */
interface Draft {
  readonly prices: Float64Array
  readonly amounts: Float64Array
  readonly pinned: ReadonlySet<number>
}

/** Maximum number of calls of `bend`. Each call is limited so that prices remain in the range. */
const MAX_BENDS = 40

/**
 * Maximum number of calls of `nudgeEvenly`. Prices at the edge of the range cannot move; the next
 * call moves the others.
 */
const MAX_NUDGES = 10

/** Share of the deals next to opening and close over which a bend grows from zero. */
const RAMP = 0.03

const readCell = (column: Float64Array, row: number) => column[row] ?? 0

/** The required sum of prices weighted by amount, less the actual sum, in centavos × US$. */
function findShortfall({ prices, amounts }: Draft, average: number): number {
  let shortfall = 0
  for (let i = 0; i < prices.length; i++) shortfall += (average - readCell(prices, i)) * readCell(amounts, i)
  return shortfall
}

/**
 * Moves every price by c·q(1−q), where q is its position in the range. The extremes and the order
 * of prices do not change, and the path has no jump at open and close. Returns false when another
 * call can get closer to the average.
 */
function bend(draft: Draft, { low, high, average }: DayPrices): boolean {
  const { prices, amounts } = draft
  const range = high - low
  if (range === 0) return true
  const last = prices.length - 1
  const ramp = Math.max(1, RAMP * last)
  const findStep = (i: number) => {
    const position = (readCell(prices, i) - low) / range
    return Math.min(1, i / ramp, (last - i) / ramp) * position * (1 - position) * range
  }
  let leverage = 0
  for (let i = 0; i <= last; i++) leverage += findStep(i) * readCell(amounts, i)
  if (leverage < 1) return true
  const neededStrength = findShortfall(draft, average) / leverage
  const strength = Math.max(-1, Math.min(1, neededStrength))
  for (let i = 0; i <= last; i++) prices[i] = readCell(prices, i) + strength * findStep(i)
  return strength === neededStrength
}

/**
 * Rounds every free price to a tick inside the range. Returns the rows whose tick is one centavo.
 */
function roundToTicks({ prices, pinned }: Draft, { low, high }: DayPrices, random: Random): number[] {
  const centavoRows: number[] = []
  for (let i = 0; i < prices.length; i++) {
    const tick = drawTickSize(random)
    if (pinned.has(i)) continue
    if (tick === CENTAVO) centavoRows.push(i)
    const price = Math.round(readCell(prices, i) / tick) * tick
    prices[i] = price < low || price > high ? Math.max(low, Math.min(high, Math.round(readCell(prices, i)))) : price
  }
  return centavoRows
}

/**
 * Moves the prices of rows by whole centavos, at most `reach` each. Returns the remaining
 * shortfall.
 */
function nudge(
  draft: Draft,
  rows: readonly number[],
  { low, high }: DayPrices,
  shortfall: number,
  reach: number,
): number {
  const { prices, amounts } = draft
  let remaining = shortfall
  for (const i of rows) {
    const price = readCell(prices, i)
    const amount = readCell(amounts, i)
    const wantedStep = Math.max(-reach, Math.min(reach, Math.round(remaining / amount)))
    const newPrice = Math.max(low, Math.min(high, price + wantedStep))
    prices[i] = newPrice
    remaining -= (newPrice - price) * amount
  }
  return remaining
}

/** Moves the prices of all rows by about the same small step. Returns the remaining shortfall. */
function nudgeEvenly(draft: Draft, rows: readonly number[], bounds: DayPrices, shortfall: number): number {
  const weight = rows.reduce((sum, i) => sum + readCell(draft.amounts, i), 0)
  return nudge(draft, rows, bounds, shortfall, weight === 0 ? 0 : Math.ceil(Math.abs(shortfall) / weight))
}

/**
 * Moves dollars from deals near one extreme price to the deal with the other extreme, to change the
 * average. Each deal retains at least US$1. `round` rounds the moved dollars. Returns the remaining
 * shortfall.
 */
function shiftAmounts({ prices, amounts }: Draft, shortfall: number, round: (dollars: number) => number): number {
  const ascending = [...prices.keys()].sort((one, other) => readCell(prices, one) - readCell(prices, other))
  const givers = shortfall > 0 ? ascending : ascending.toReversed()
  const taker = givers.at(-1) ?? 0
  let remaining = shortfall
  for (const giver of givers) {
    const gain = readCell(prices, taker) - readCell(prices, giver)
    if (gain === 0) continue
    const dollars = Math.max(0, Math.min(readCell(amounts, giver) - 1, round(remaining / gain)))
    amounts[giver] = readCell(amounts, giver) - dollars
    amounts[taker] = readCell(amounts, taker) + dollars
    remaining -= dollars * gain
  }
  return remaining
}

/**
 * Moves the free prices of a draft to the average of the day, on ticks that dealers quote. If that
 * is not enough, it moves dollars between deals. Returns whether the average is met to the centavo.
 */
export function fitAverage(draft: Draft, day: DayPrices, random: Random): boolean {
  for (let i = 0; i < MAX_BENDS && !bend(draft, day); i++);
  const centavoRows = roundToTicks(draft, day, random)
  const freeRows = [...draft.prices.keys()].filter((i) => !draft.pinned.has(i))
  const range = day.high - day.low
  const tolerance = draft.amounts.reduce((sum, amount) => sum + amount, 0) / 2
  const isMet = (shortfall: number) => Math.abs(shortfall) < tolerance

  let shortfall = nudgeEvenly(draft, centavoRows, day, findShortfall(draft, day.average))
  for (let i = 0; i < MAX_NUDGES && !isMet(shortfall); i++) shortfall = nudgeEvenly(draft, freeRows, day, shortfall)
  if (!isMet(shortfall)) shortfall = nudge(draft, freeRows, day, shortfall, range)
  if (!isMet(shortfall)) {
    shortfall = shiftAmounts(draft, shortfall, freeRows.length > 0 ? Math.ceil : Math.round)
    shortfall = nudge(draft, freeRows, day, shortfall, range)
  }
  return isMet(shortfall)
}
