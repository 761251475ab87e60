import type { Instant } from '#src/domain/market/bogota.ts'

/** What the first deals of a tape add up to: prices in pesos (average weighted by amount, to the centavo), amounts in whole US$. */
export interface TapeFigures {
  readonly open: number
  readonly last: number
  readonly low: number
  readonly high: number
  readonly average: number
  readonly sum: number
  readonly lastAmount: number
  readonly lowAmount: number
  readonly highAmount: number
  readonly count: number
  readonly lastTime: Instant
}
