import { priceFigure } from '#src/domain/trading/figures.ts'
import type { Direction, DollarPrices, PriceFigure } from '#src/domain/trading/market.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'

/** The reference prices now; `certain` is false while a direction has to be loaded. */
export interface LivePrices {
  readonly prices: DollarPrices
  readonly certain: boolean
}

/**
 * The direction of a figure whose previous figure only the server knows. It stays while the figure
 * does not move, or moves on to the same side. Null when it may have passed the other.
 */
function directionAfter({ value: loaded, change }: PriceFigure, value: number | null): Direction | null {
  if (value === null) return 'SAME'
  if (loaded === null) return null
  return change === (value > loaded ? 'UP' : 'DOWN') ? change : null
}

/**
 * The loaded prices with the figures of now (D46). A server that sends no previous figure (D66)
 * makes directions uncertain: such a direction stays as it was.
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
