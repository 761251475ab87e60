import { priceFigure } from '#src/domain/trading/figures.ts'
import type { Direction, DollarPrices, PriceFigure } from '#src/domain/trading/market.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'

/** The current reference prices; `certain` is false when a direction must be loaded again. */
export interface LivePrices {
  readonly prices: DollarPrices
  readonly certain: boolean
}

/**
 * Infers the direction of a changed price when the price to compare with is unknown (D66). A price
 * that moved further up or down has the same direction. Null when it may have crossed that price.
 */
function inferDirection({ value: before, change }: PriceFigure, value: number | null): Direction | null {
  if (value === null) return 'SAME'
  if (before === null) return null
  return change === (value > before ? 'UP' : 'DOWN') ? change : null
}

/**
 * Updates the loaded prices with the current figures (D46). A direction that cannot be inferred
 * stays as it was loaded.
 */
export function livePrices(loaded: DollarPrices, figures: TapeFigures | null): LivePrices {
  let certain = true
  const updatePrice = (name: 'open' | 'low' | 'high'): PriceFigure => {
    const before = loaded[name]
    const value = figures?.[name] ?? null
    if (value === before.value) return before
    if (before.previous !== null) return priceFigure(value, before.previous)
    const change = inferDirection(before, value)
    if (change === null) certain = false
    return { value, change: change ?? before.change, previous: null }
  }
  const prices = { ...loaded, open: updatePrice('open'), low: updatePrice('low'), high: updatePrice('high') }
  return { prices, certain }
}
