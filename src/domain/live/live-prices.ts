import { priceFigure } from '#src/domain/trading/figures.ts'
import type { Direction, DollarPrices, PriceFigure } from '#src/domain/trading/market.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'

/** The current reference prices; `certain` is false when a direction must be loaded again. */
export interface LivePrices {
  readonly prices: DollarPrices
  readonly certain: boolean
}

/**
 * Infers the direction of a changed price when the previous day's price is unknown (D66). A price
 * that moved further in its direction has the same direction. Null if that is not known, for
 * example after a move back. A missing price has the direction SAME.
 */
function inferDirection({ value: oldValue, change }: PriceFigure, value: number | null): Direction | null {
  if (value === null) return 'SAME'
  if (oldValue === null) return null
  return change === (value > oldValue ? 'UP' : 'DOWN') ? change : null
}

/**
 * Updates the loaded prices with the current figures (D46). A direction that cannot be inferred
 * does not change.
 */
export function livePrices(loaded: DollarPrices, figures: TapeFigures | null): LivePrices {
  let isCertain = true
  const updatePrice = (name: 'open' | 'low' | 'high'): PriceFigure => {
    const figure = loaded[name]
    const value = figures?.[name] ?? null
    if (value === figure.value) return figure
    if (figure.previous !== null) return priceFigure(value, figure.previous)
    const change = inferDirection(figure, value)
    if (change === null) isCertain = false
    return { value, change: change ?? figure.change, previous: null }
  }
  const prices = { ...loaded, open: updatePrice('open'), low: updatePrice('low'), high: updatePrice('high') }
  return { prices, certain: isCertain }
}
