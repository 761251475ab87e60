import {
  comparedFigure,
  DIRECTION_WORDS,
  formatComparedDay,
  PRICE_LABELS,
} from '#src/application/market/market-messages.ts'
import type { DayValue } from '#src/application/market/ports.ts'
import { formatPrice } from '#src/domain/money.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import {
  type Direction,
  type DollarPrices,
  type Market,
  PRICE_NAMES,
  type PriceName,
} from '#src/domain/trading/market.ts'

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
