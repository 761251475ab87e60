import { toCentavos } from '#src/domain/trading/deal.ts'
import type {
  CloseAndAverage,
  Direction,
  DollarAmounts,
  DollarPrices,
  PriceFigure,
} from '#src/domain/trading/market.ts'
import { divideRounded } from '#src/domain/trading/rounding.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import type { MarketPhase } from '#src/domain/trading/trading-hours.ts'

/** The change of a price from a base price. */
export interface Move {
  readonly pesos: number
  /** The change in percent of the base. */
  readonly percent: number
}

/**
 * Computes `price` − `base`, exact to the centavo (D46, D66). Null if a price is missing or the
 * base is not positive.
 */
export function computeMove(base: number | null, price: number | null): Move | null {
  if (price === null || base === null || base <= 0) return null
  const centavos = toCentavos(price) - toCentavos(base)
  return { pesos: centavos / 100, percent: centavos / base }
}

/**
 * The prices of a trading day, in pesos, with which the following trading day is compared. Null
 * without counted deals.
 */
export interface BasePrices {
  readonly open: number | null
  readonly low: number | null
  readonly high: number | null
  /** Price of the last deal. */
  readonly last: number | null
}

/** The direction from `previous` to `value`, compared in centavos; SAME if one is null (D46). */
export function direction(value: number | null, previous: number | null): Direction {
  if (value === null || previous === null) return 'SAME'
  const move = toCentavos(value) - toCentavos(previous)
  if (move === 0) return 'SAME'
  return move > 0 ? 'UP' : 'DOWN'
}

/** The direction of a difference that is shown with `digits` decimals; SAME if it is unknown. */
export function changeDirection(change: number | null, digits: number): Direction {
  const shown = change === null ? 0 : Number(change.toFixed(digits))
  if (shown === 0) return 'SAME'
  return shown > 0 ? 'UP' : 'DOWN'
}

/**
 * Close (price of the last deal), average weighted by amount, and the last deal's time (D46); all
 * null before the first deal.
 */
export const closeAndAverage = (figures: TapeFigures | null): CloseAndAverage => ({
  close: figures?.last ?? null,
  average: figures?.average ?? null,
  time: figures?.lastTime ?? null,
})

/**
 * Whether a trading day has not ended and has no visible deal. A page then shows the previous day
 * first.
 */
export const isBeforeFirstDeal = (phase: MarketPhase, close: number | null): boolean =>
  close === null && (phase === 'before' || phase === 'open')

/** Returns a close or average as displayed: 0 for values below 1 (§3). */
export const displayedPrice = (value: number | null): number | null => (value !== null && value < 1 ? 0 : value)

/** Amounts in whole US$; the average is sum / count, rounded half up (D46, D47). */
export const dollarAmounts = (figures: TapeFigures | null): DollarAmounts => ({
  sum: figures?.sum ?? 0,
  last: figures?.lastAmount ?? null,
  average: figures && divideRounded(figures.sum, figures.count),
  low: figures?.lowAmount ?? null,
  high: figures?.highAmount ?? null,
  count: figures?.count ?? 0,
})

/** A figure, its direction and the previous trading day's figure (D46, D66). */
export const priceFigure = (value: number | null, previous: number | null): PriceFigure => ({
  value,
  change: direction(value, previous),
  previous,
})

/**
 * The four reference prices, compared with those of the market's previous trading day (D46, D66).
 * `trm` and `previousTrm` are the TRMs in force on both days.
 */
export function dollarPrices({
  today,
  previous,
  trm,
  previousTrm,
}: {
  readonly today: Omit<BasePrices, 'last'> | null
  readonly previous: BasePrices | null
  readonly trm: number | null
  readonly previousTrm: number | null
}): DollarPrices {
  const compare = (name: 'open' | 'low' | 'high') => priceFigure(today?.[name] ?? null, previous?.[name] ?? null)
  return {
    trm: priceFigure(trm, previousTrm),
    open: compare('open'),
    low: compare('low'),
    high: compare('high'),
    previousClose: previous?.last ?? null,
  }
}
