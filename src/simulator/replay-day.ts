import { err, ok, type Result } from '#src/domain/result.ts'
import { type BogotaDate, parseDate } from '#src/domain/time/bogota.ts'
import { isTradingDay } from '#src/domain/trading/calendar.ts'
import { toCentavos } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { TradingHours } from '#src/domain/trading/trading-hours.ts'
import { createDayShape, type DayShape, minimumDealCount } from '#src/simulator/day-shape.ts'
import { createSimulatedDay, type SimulatedDay } from '#src/simulator/day-tape.ts'
import { MEAN_SIZE } from '#src/simulator/profile.ts'
import type { DayFigures } from '#src/simulator/published-days.ts'

/** The highest accepted price in pesos; a higher price is a typing error. */
export const MAX_REPLAY_PRICE = 100_000

/** Maximum number of deals of a replayed day, far above any known day; it limits memory. */
export const MAX_REPLAY_DEALS = 100_000

type Figure = Exclude<keyof DayFigures, 'date'>

/** Why no trading day can have the given figures; prices in pesos, amounts in US$. */
export type ReplayViolation =
  | { readonly code: 'no-trading-day'; readonly market: Market; readonly date: BogotaDate }
  | { readonly code: 'not-a-number'; readonly field: Figure }
  | { readonly code: 'not-positive'; readonly field: Figure; readonly value: number }
  | { readonly code: 'too-precise'; readonly field: Figure; readonly value: number; readonly decimals: number }
  | { readonly code: 'too-large'; readonly field: Figure; readonly value: number; readonly maximum: number }
  | { readonly code: 'range-reversed'; readonly low: number; readonly high: number }
  | {
      readonly code: 'outside-range'
      readonly field: 'open' | 'close' | 'average'
      readonly value: number
      readonly low: number
      readonly high: number
    }
  | { readonly code: 'too-few-deals'; readonly count: number; readonly minimum: number }
  | { readonly code: 'amount-too-small'; readonly amount: number; readonly minimum: number }
  | { readonly code: 'average-out-of-reach'; readonly average: number }

interface FigureRule {
  readonly field: Figure
  readonly decimals: number
  readonly maximum: number
}

const FIGURE_RULES: readonly FigureRule[] = [
  { field: 'open', decimals: 2, maximum: MAX_REPLAY_PRICE },
  { field: 'low', decimals: 2, maximum: MAX_REPLAY_PRICE },
  { field: 'high', decimals: 2, maximum: MAX_REPLAY_PRICE },
  { field: 'close', decimals: 2, maximum: MAX_REPLAY_PRICE },
  { field: 'average', decimals: 2, maximum: MAX_REPLAY_PRICE },
  { field: 'amount', decimals: 0, maximum: Number.MAX_SAFE_INTEGER },
  { field: 'count', decimals: 0, maximum: MAX_REPLAY_DEALS },
]

/** Safety factor: the mean of a day's drawn sizes can be above `MEAN_SIZE`. */
const SIZE_MARGIN = 1.5

/** The largest distance from a whole number that a binary fraction causes. */
const BINARY_TOLERANCE = 1e-6

const isWhole = (value: number) => Math.abs(value - Math.round(value)) < BINARY_TOLERANCE

function figureViolation(value: number | null, { field, decimals, maximum }: FigureRule): ReplayViolation | null {
  if (value === null) return null
  if (Number.isNaN(value)) return { code: 'not-a-number', field }
  if (value <= 0) return { code: 'not-positive', field, value }
  if (value > maximum) return { code: 'too-large', field, value, maximum }
  return isWhole(value * 10 ** decimals) ? null : { code: 'too-precise', field, value, decimals }
}

/** The violations of single figures and of the date. */
function rowViolations(row: DayFigures, market: Market): readonly ReplayViolation[] {
  const hasTrading = parseDate(row.date) === row.date && isTradingDay(market, row.date)
  const violations = FIGURE_RULES.flatMap((rule) => figureViolation(row[rule.field], rule) ?? [])
  return hasTrading ? violations : [{ code: 'no-trading-day', market, date: row.date }, ...violations]
}

function priceViolations({ low, high }: DayShape, row: DayFigures): readonly ReplayViolation[] {
  const range = { low: low / 100, high: high / 100 }
  if (low > high) return [{ code: 'range-reversed', ...range }]
  return (['open', 'close', 'average'] as const).flatMap((field) => {
    const value = row[field]
    const isOutside = value !== null && (toCentavos(value) < low || toCentavos(value) > high)
    return isOutside ? [{ code: 'outside-range', field, value, ...range } as const] : []
  })
}

function quantityViolations(day: DayShape): readonly ReplayViolation[] {
  const violations: ReplayViolation[] = []
  const { count, amount } = day
  const minimum = minimumDealCount(day)
  if (count < minimum) violations.push({ code: 'too-few-deals', count, minimum })
  const minimumAmount = Math.max(count, minimum)
  if (amount !== null && amount < minimumAmount) {
    violations.push({ code: 'amount-too-small', amount, minimum: minimumAmount })
  }

  const maximum = Math.floor(Number.MAX_SAFE_INTEGER / day.high)
  if (amount !== null && amount > maximum) {
    violations.push({ code: 'too-large', field: 'amount', value: amount, maximum })
  }
  const maximumCount = Math.floor(maximum / (MEAN_SIZE * SIZE_MARGIN))
  if (amount === null && count > maximumCount) {
    violations.push({ code: 'too-large', field: 'count', value: count, maximum: maximumCount })
  }
  return violations
}

/**
 * Creates a trading day whose counted deals have the figures of a published row: opening, minimum,
 * maximum, close, count and amount exactly, the average to the centavo. Missing figures are drawn.
 * Impossible figures return all violations of the first failing check: figures, prices, quantities,
 * average.
 */
export function replayDay(
  row: DayFigures,
  { seed, market, hours }: { readonly seed: number; readonly market: Market; readonly hours?: TradingHours },
): Result<SimulatedDay, readonly ReplayViolation[]> {
  const wrongFigures = rowViolations(row, market)
  if (wrongFigures.length > 0) return err(wrongFigures)

  const key = { seed, market, date: row.date, ...(hours && { hours }) }
  const shape = createDayShape(key, row)
  const wrongPrices = priceViolations(shape, row)
  if (wrongPrices.length > 0) return err(wrongPrices)
  const wrongQuantities = quantityViolations(shape)
  if (wrongQuantities.length > 0) return err(wrongQuantities)

  const day = createSimulatedDay(key, shape)
  return day ? ok(day) : err([{ code: 'average-out-of-reach', average: shape.average / 100 }])
}
