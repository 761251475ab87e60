import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** All that happens on one market on one day, known beforehand. */
export interface ScriptedDay {
  /** In order of time. */
  readonly deals: readonly DealReport[]
  readonly annulments: readonly { readonly id: string; readonly time: Instant }[]
}

/** Gives the same day whenever it is asked for it. */
export type DaySource = (market: Market, date: BogotaDate) => ScriptedDay
