import {
  comparedFigure,
  DIRECTION_WORDS,
  formatComparedDay,
  PRICE_LABELS,
} from '#src/application/market/market-messages.ts'
import type { DayValue } from '#src/application/market/ports.ts'
import { formatPercent, formatPrice, formatSigned } from '#src/domain/money.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { changeDirection, computeMove, displayedPrice } from '#src/domain/trading/figures.ts'
import {
  type CloseAndAverage,
  type Direction,
  type DollarPrices,
  type Market,
  PRICE_NAMES,
  type PriceName,
} from '#src/domain/trading/market.ts'

/** What the last price is compared with (D66). */
type ComparisonBase = 'previous-close' | 'opening'

/** A change of the last price; `pesos` and `percent` have a sign. */
export interface Comparison {
  readonly base: ComparisonBase
  /** Price of the base, `4.096,40`. */
  readonly basePrice: string
  readonly pesos: string
  readonly percent: string
  readonly direction: Direction
}

/** The average that a page shows; null if it is unknown. A value below 1 is shown as 0 (§3). */
export const toShownAverage = ({ average }: Pick<CloseAndAverage, 'average'>): number | null => displayedPrice(average)

/** What a change of the price is compared with (D66). */
export const COMPARED_WITH: Readonly<Record<ComparisonBase, string>> = {
  'previous-close': 'frente al cierre anterior',
  opening: 'frente a la apertura',
}

/** A change of the price in one line: '+5,95 (+0,15%) frente al cierre anterior 4.096,40'. */
export const comparisonText = ({ base, basePrice, pesos, percent }: Comparison): string =>
  `${pesos} (${percent}) ${COMPARED_WITH[base]}${base === 'previous-close' ? ` ${basePrice}` : ''}`

/** The last price and its changes, the main one first (D66). */
interface Headline {
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
      direction: changeDirection(move.pesos, 2),
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
    average: toShownAverage(close),
    lastDealAt: close.time,
    comparisons: [
      ...toComparisons('previous-close', prices?.previousClose ?? null, close.close),
      ...toComparisons('opening', prices?.open.value ?? null, close.close),
    ],
  }
}

/** A row of the list of TRM, opening, minimum and maximum. */
export interface ReferencePrice {
  readonly name: PriceName
  readonly label: string
  readonly value: number | null
  readonly direction: Direction
  /** The previous figure (D66), 'ayer 3.809,00'; null when it is unknown. */
  readonly comparedText: string | null
}

/** Converts a trading day's prices to rows; `today` decides the name of the compared day. */
export function toReferencePrices(
  { value, tradingDay }: DayValue<DollarPrices>,
  market: Market,
  today: BogotaDate,
): readonly ReferencePrice[] {
  const day = formatComparedDay(market, tradingDay, today)
  return PRICE_NAMES.map((name) => {
    const { value: price, change, previous } = value[name]
    const comparedText = previous === null ? null : comparedFigure(day, formatPrice(previous))
    return { name, label: PRICE_LABELS[name], value: price, direction: change, comparedText }
  })
}

/** A row in one line: 'TRM 4.098,17 sube, ayer 4.090,02'. */
export function referenceText({ label, value, direction, comparedText }: ReferencePrice): string {
  const directionText = value === null ? '' : ` ${DIRECTION_WORDS[direction].toLowerCase()}`
  return `${label} ${formatPrice(value)}${directionText}${comparedText === null ? '' : `, ${comparedText}`}`
}
