import { formatPercent, formatPrice, formatSigned } from '#src/domain/money.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { displayedPrice } from '#src/domain/trading/figures.ts'
import type { CloseAndAverage, DollarPrices } from '#src/domain/trading/market.ts'
import { computeMove } from '#src/domain/trading/move.ts'

/** What the last price is compared with (D66). */
export type ComparisonBase = 'previous-close' | 'opening'

/** A change of the last price; `pesos` and `percent` have a sign. */
export interface Comparison {
  readonly base: ComparisonBase
  /** Price of the base, `4.096,40`. */
  readonly basePrice: string
  readonly pesos: string
  readonly percent: string
}

/** The last price and its changes, the main one first (D66). */
export interface Headline {
  readonly price: number | null
  readonly average: number | null
  readonly lastDealAt: Instant | null
  readonly comparisons: readonly Comparison[]
}

function toComparisons(base: ComparisonBase, basePrice: number | null, last: number | null): readonly Comparison[] {
  const move = computeMove(basePrice, last)
  if (move === null) return []
  return [
    {
      base,
      basePrice: formatPrice(basePrice),
      pesos: formatSigned(move.pesos, 2),
      percent: formatPercent(move.percent),
    },
  ]
}

/**
 * Compares the last price with the previous close and with the opening. Omits a comparison without
 * a base price or a last price.
 */
export function toHeadline(close: CloseAndAverage, prices: DollarPrices | null): Headline {
  return {
    price: displayedPrice(close.close),
    average: displayedPrice(close.average),
    lastDealAt: close.time,
    comparisons: [
      ...toComparisons('previous-close', prices?.previousClose ?? null, close.close),
      ...toComparisons('opening', prices?.open.value ?? null, close.close),
    ],
  }
}
