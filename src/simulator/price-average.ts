import type { DayPrices } from '#src/simulator/day-shape.ts'
import type { Random } from '#src/simulator/random.ts'
import { CENTAVO, drawTickSize } from '#src/simulator/ticks.ts'

/**
 * Deals whose prices (centavos) and amounts (whole US$) may still be moved; pinned prices may not.
 */
interface Draft {
  readonly prices: Float64Array
  readonly amounts: Float64Array
  readonly pinned: ReadonlySet<number>
}

/** Bends at most; each brings the path half of the way to the edge. */
const MAX_BENDS = 40

/** Even moves at most; where prices meet the edge of the range the next one moves the others. */
const MAX_NUDGES = 10

/** Share of the deals next to opening and close over which a bend sets in. */
const RAMP = 0.03

const cell = (column: Float64Array, row: number) => column[row] ?? 0

/** What the amount-weighted prices lack to the average, centavos × US$. */
function findShortfall({ prices, amounts }: Draft, average: number): number {
  let missing = 0
  for (let i = 0; i < prices.length; i++) missing += (average - cell(prices, i)) * cell(amounts, i)
  return missing
}

/**
 * Pushes the whole path up or down by c·q(1−q), q being the place in the range: extremes stay, the
 * order of prices stays, and opening and close are reached without a jump.
 */
function bend(draft: Draft, { low, high, average }: DayPrices): boolean {
  const { prices, amounts } = draft
  const range = high - low
  if (range === 0) return true
  const last = prices.length - 1
  const ramp = Math.max(1, RAMP * last)
  const push = (i: number) => {
    const place = (cell(prices, i) - low) / range
    return Math.min(1, i / ramp, (last - i) / ramp) * place * (1 - place) * range
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
 * Rounds every free price to a dealer's tick inside the range; gives back the deals that keep any
 * centavo.
 */
function roundToTicks({ prices, pinned }: Draft, { low, high }: DayPrices, random: Random): number[] {
  const odd: number[] = []
  for (let i = 0; i < prices.length; i++) {
    const tick = drawTickSize(random)
    if (pinned.has(i)) continue
    if (tick === CENTAVO) odd.push(i)
    const price = Math.round(cell(prices, i) / tick) * tick
    prices[i] = price < low || price > high ? Math.max(low, Math.min(high, Math.round(cell(prices, i)))) : price
  }
  return odd
}

/**
 * Moves the given deals by whole centavos, at most `reach` each, until nothing is missing; gives
 * back what still is.
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

/** The same small move for all of the given deals, as far as whole centavos allow. */
function nudgeEvenly(draft: Draft, rows: readonly number[], bounds: DayPrices, missing: number): number {
  const weight = rows.reduce((sum, i) => sum + cell(draft.amounts, i), 0)
  return nudge(draft, rows, bounds, missing, weight === 0 ? 0 : Math.ceil(Math.abs(missing) / weight))
}

/**
 * Shifts dollars between deals towards the prices that pull the average where it has to go; each
 * keeps US$1 or more. What is missing is no whole number of dollars: `rounding` says on which side
 * to end.
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
 * Moves the free prices of a draft (then, if it must, dollars between its deals) so that they
 * average to the day's average and are prices that dealers quote. Answers whether the average,
 * rounded to the centavo, is met.
 */
export function fitAverage(draft: Draft, day: DayPrices, random: Random): boolean {
  for (let i = 0; i < MAX_BENDS && !bend(draft, day); i++);
  const odd = roundToTicks(draft, day, random)
  const free = [...draft.prices.keys()].filter((i) => !draft.pinned.has(i))
  const range = day.high - day.low
  const tolerance = draft.amounts.reduce((sum, amount) => sum + amount, 0) / 2
  const met = (missing: number) => Math.abs(missing) < tolerance

  let missing = nudgeEvenly(draft, odd, day, findShortfall(draft, day.average))
  for (let i = 0; i < MAX_NUDGES && !met(missing); i++) missing = nudgeEvenly(draft, free, day, missing)
  if (!met(missing)) missing = nudge(draft, free, day, missing, range)
  if (!met(missing)) {
    missing = shiftAmounts(draft, missing, free.length > 0 ? Math.ceil : Math.round)
    missing = nudge(draft, free, day, missing, range)
  }
  return met(missing)
}
