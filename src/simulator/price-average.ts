import type { DayPrices } from '#src/simulator/day-shape.ts'
import type { Random } from '#src/simulator/random.ts'
import { CENTAVO, drawTickSize } from '#src/simulator/ticks.ts'

/** Deals with prices (centavos) and amounts (whole US$) that can change. Pinned prices cannot. */
interface Draft {
  readonly prices: Float64Array
  readonly amounts: Float64Array
  readonly pinned: ReadonlySet<number>
}

/** Maximum number of bends; each moves the path at most half of the distance to the edge. */
const MAX_BENDS = 40

/**
 * Maximum number of even moves. Prices at the edge of the range do not change; the next move
 * changes the others.
 */
const MAX_NUDGES = 10

/** Share of the deals next to opening and close over which a bend sets in. */
const RAMP = 0.03

const cell = (column: Float64Array, row: number) => column[row] ?? 0

/**
 * Difference between the wanted and the actual sum of prices weighted by amount, centavos × US$.
 */
function findShortfall({ prices, amounts }: Draft, average: number): number {
  let missing = 0
  for (let i = 0; i < prices.length; i++) missing += (average - cell(prices, i)) * cell(amounts, i)
  return missing
}

/**
 * Moves every price by c·q(1−q), where q is its position in the range. The extremes and the order
 * of prices do not change, and the path has no jump at open and close. Returns true when the
 * average is met.
 */
function bend(draft: Draft, { low, high, average }: DayPrices): boolean {
  const { prices, amounts } = draft
  const range = high - low
  if (range === 0) return true
  const last = prices.length - 1
  const ramp = Math.max(1, RAMP * last)
  const push = (i: number) => {
    const position = (cell(prices, i) - low) / range
    return Math.min(1, i / ramp, (last - i) / ramp) * position * (1 - position) * range
  }
  let leverage = 0
  for (let i = 0; i <= last; i++) leverage += push(i) * cell(amounts, i)
  if (leverage < 1) return true
  const wanted = findShortfall(draft, average) / leverage
  const strength = Math.max(-1, Math.min(1, wanted))
  for (let i = 0; i <= last; i++) prices[i] = cell(prices, i) + strength * push(i)
  return strength === wanted
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
    const price = Math.round(cell(prices, i) / tick) * tick
    prices[i] = price < low || price > high ? Math.max(low, Math.min(high, Math.round(cell(prices, i)))) : price
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
  missing: number,
  reach: number,
): number {
  const { prices, amounts } = draft
  let left = missing
  for (const i of rows) {
    const price = cell(prices, i)
    const amount = cell(amounts, i)
    const wanted = Math.max(-reach, Math.min(reach, Math.round(left / amount)))
    const moved = Math.max(low, Math.min(high, price + wanted))
    prices[i] = moved
    left -= (moved - price) * amount
  }
  return left
}

/** Moves the prices of all rows by about the same small step. Returns the remaining shortfall. */
function nudgeEvenly(draft: Draft, rows: readonly number[], bounds: DayPrices, missing: number): number {
  const weight = rows.reduce((sum, i) => sum + cell(draft.amounts, i), 0)
  return nudge(draft, rows, bounds, missing, weight === 0 ? 0 : Math.ceil(Math.abs(missing) / weight))
}

/**
 * Moves dollars from deals with one extreme of the prices to deals with the other, so that the
 * average moves. Each deal keeps at least US$1. `rounding` rounds the moved dollars up or to the
 * nearest. Returns the remaining shortfall.
 */
function shiftAmounts({ prices, amounts }: Draft, missing: number, rounding: (dollars: number) => number): number {
  const rising = [...prices.keys()].sort((one, other) => cell(prices, one) - cell(prices, other))
  const givers = missing > 0 ? rising : rising.toReversed()
  const taker = givers.at(-1) ?? 0
  let left = missing
  for (const giver of givers) {
    const gain = cell(prices, taker) - cell(prices, giver)
    if (gain === 0) continue
    const dollars = Math.max(0, Math.min(cell(amounts, giver) - 1, rounding(left / gain)))
    amounts[giver] = cell(amounts, giver) - dollars
    amounts[taker] = cell(amounts, taker) + dollars
    left -= dollars * gain
  }
  return left
}

/**
 * Moves the free prices of a draft to the average of the day, on ticks that dealers quote. If that
 * is not enough, it moves dollars between deals. Returns whether the average is met to the centavo.
 */
export function fitAverage(draft: Draft, day: DayPrices, random: Random): boolean {
  for (let i = 0; i < MAX_BENDS && !bend(draft, day); i++);
  const odd = roundToTicks(draft, day, random)
  const free = [...draft.prices.keys()].filter((i) => !draft.pinned.has(i))
  const range = day.high - day.low
  const tolerance = draft.amounts.reduce((sum, amount) => sum + amount, 0) / 2
  const isMet = (missing: number) => Math.abs(missing) < tolerance

  let missing = nudgeEvenly(draft, odd, day, findShortfall(draft, day.average))
  for (let i = 0; i < MAX_NUDGES && !isMet(missing); i++) missing = nudgeEvenly(draft, free, day, missing)
  if (!isMet(missing)) missing = nudge(draft, free, day, missing, range)
  if (!isMet(missing)) {
    missing = shiftAmounts(draft, missing, free.length > 0 ? Math.ceil : Math.round)
    missing = nudge(draft, free, day, missing, range)
  }
  return isMet(missing)
}
