import { comparedDay } from '#src/application/market/market-day-text.ts'
import type { DayValue } from '#src/application/market/market-gateway.ts'
import { comparedFigure, DIRECTION_WORDS, PRICE_LABELS } from '#src/application/market/market-messages.ts'
import { formatPrice } from '#src/domain/money.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import {
  type Direction,
  type DollarPrices,
  type Market,
  PRICE_FIGURES,
  type PriceName,
} from '#src/domain/trading/market.ts'

/** A row of the list of TRM, opening, minimum and maximum. */
export interface ReferencePrice {
  readonly name: PriceName
  readonly label: string
  readonly value: number | null
  readonly change: Direction
  /** What it is compared with (D66), 'ayer 3.809,00'; null when that is unknown. */
  readonly compared: string | null
}

/** The rows of a trading day's prices on the day `today`. */
export function toReferencePrices(
  { value, tradingDay }: DayValue<DollarPrices>,
  market: Market,
  today: BogotaDate,
): readonly ReferencePrice[] {
  const day = comparedDay(market, tradingDay, today)
  return PRICE_FIGURES.map((name) => {
    const { value: shown, change, previous } = value[name]
    const compared = previous === null ? null : comparedFigure(day, formatPrice(previous))
    return { name, label: PRICE_LABELS[name], value: shown, change, compared }
  })
}

/** A row in one line: 'TRM 4.098,17 sube, ayer 4.090,02'. */
export function referenceText({ label, value, change, compared }: ReferencePrice): string {
  const moved = value === null ? '' : ` ${DIRECTION_WORDS[change].toLowerCase()}`
  return `${label} ${formatPrice(value)}${moved}${compared === null ? '' : `, ${compared}`}`
}
