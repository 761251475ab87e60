import { priceFigure } from '#src/domain/trading/figures.ts'
import type { Direction, DollarPrices, PriceFigure } from '#src/domain/trading/market.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'

/** The current reference prices; `certain` is false while a direction must be loaded. */
export interface LivePrices {
  readonly prices: DollarPrices
  readonly certain: boolean
}

/**
 * The direction of a figure whose previous figure only the server knows. It is unchanged while the
 * figure is equal or moves further in the same direction. Null when the figure may have crossed the
 * previous one.
 */
function directionAfter({ value: loaded, change }: PriceFigure, value: number | null): Direction | null {
  if (value === null) return 'SAME'
  if (loaded === null) return null
  return change === (value > loaded ? 'UP' : 'DOWN') ? change : null
}

/**
 * The loaded prices with current figures (D46). Without previous figures (D66) a direction can
 * become uncertain; then it keeps its last value.
 */
export function livePrices(loaded: DollarPrices, figures: TapeFigures | null): LivePrices {
  let certain = true
  const moved = (name: 'open' | 'low' | 'high'): PriceFigure => {
    const before = loaded[name]
    const value = figures?.[name] ?? null
    if (value === before.value) return before
    if (before.previous !== null) return priceFigure(value, before.previous)
    const change = directionAfter(before, value)
    if (change === null) certain = false
    return { value, change: change ?? before.change, previous: null }
  }
  const prices = { ...loaded, open: moved('open'), low: moved('low'), high: moved('high') }
  return { prices, certain }
}
