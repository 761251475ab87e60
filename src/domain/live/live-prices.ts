import type { Direction, DollarPrices, PriceFigure } from '#src/domain/trading/market.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'

/** The reference prices now; `certain` is false while a direction has to be loaded. */
export interface LivePrices {
  readonly prices: DollarPrices
  readonly certain: boolean
}

/**
 * The direction of a figure against the previous day, which only the server knows. It stays while
 * the figure does not move, or moves on to the same side. Null when it may have passed the other.
 */
function directionAfter({ value: loaded, change }: PriceFigure, value: number | null): Direction | null {
  if (value === null) return 'SAME'
  if (loaded === null) return null
  if (value === loaded) return change
  return change === (value > loaded ? 'UP' : 'DOWN') ? change : null
}

/** The loaded prices with the figures of now (D46). An uncertain direction stays as it was. */
export function livePrices(loaded: DollarPrices, figures: TapeFigures | null): LivePrices {
  let certain = true
  const moved = (name: 'open' | 'low' | 'high'): PriceFigure => {
    const before = loaded[name]
    const value = figures?.[name] ?? null
    const change = directionAfter(before, value)
    if (change === null) certain = false
    return value === before.value ? before : { value, change: change ?? before.change }
  }
  const prices = { trm: loaded.trm, open: moved('open'), low: moved('low'), high: moved('high') }
  return { prices, certain }
}
