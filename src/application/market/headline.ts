import { percent, signed } from '#src/domain/money.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { displayedPrice } from '#src/domain/trading/figures.ts'
import type { CloseAndAverage, DollarPrices } from '#src/domain/trading/market.ts'
import { moveSinceOpening } from '#src/domain/trading/move.ts'

/** The last price and how far it is from the opening; the texts of the move have their sign. */
export interface Headline {
  readonly price: number | null
  readonly average: number | null
  readonly lastDealAt: Instant | null
  readonly move: { readonly amount: string; readonly percent: string } | null
}

export function toHeadline(close: CloseAndAverage, prices: DollarPrices | null): Headline {
  const move = moveSinceOpening(close.close, prices?.open.value ?? null)
  return {
    price: displayedPrice(close.close),
    average: displayedPrice(close.average),
    lastDealAt: close.time,
    move: move && { amount: signed(move.amount, 2), percent: percent(move.percent) },
  }
}
