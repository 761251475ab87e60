import type { Direction, DollarPrices, PriceFigure } from '#src/domain/trading/market.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'

/** Reference prices of this moment; `certain` is false while one's direction has to be asked for. */
export interface LivePrices {
  readonly prices: DollarPrices
  readonly certain: boolean
}

/**
 * How a figure compares with the previous session's, which only the server knows: as it was answered while it stands, and still
 * so once it has moved on to the same side; null where it may have passed the other figure.
 */
function directionAfter({ value: answered, change }: PriceFigure, value: number | null): Direction | null {
  if (value === null) return 'SAME'
  if (answered === null) return null
  if (value === answered) return change
  return change === (value > answered ? 'UP' : 'DOWN') ? change : null
}

/** The prices last answered, brought up to the figures of now (D46). A direction that is not certain is shown as it was. */
export function livePrices(answered: DollarPrices, figures: TapeFigures | null): LivePrices {
  let certain = true
  const moved = (name: 'open' | 'low' | 'high'): PriceFigure => {
    const before = answered[name]
    const value = figures?.[name] ?? null
    const change = directionAfter(before, value)
    if (change === null) certain = false
    return value === before.value ? before : { value, change: change ?? before.change }
  }
  const prices = { trm: answered.trm, open: moved('open'), low: moved('low'), high: moved('high') }
  return { prices, certain }
}
