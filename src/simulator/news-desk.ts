import { formatPrice, formatUsd } from '#src/domain/money.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import type { Random } from '#src/simulator/random.ts'
import type { SimulatedQuotes } from '#src/simulator/simulate-quotes.ts'

/** The facts for a story, all public at the time of the story. */
export interface NewsDesk {
  readonly seed: number
  readonly date: BogotaDate
  /**
   * Spot figures visible to visitors at that time; null before the first visible deal and on days
   * without spot.
   */
  readonly spot: TapeFigures | null
  /** Figures of the whole previous spot day. */
  readonly previousDay: TapeFigures | null
  /** The TRM in force and the one before it. */
  readonly trm: number | null
  readonly lastTrm: number | null
  readonly quotes: SimulatedQuotes
  readonly oil: OilQuote
  readonly random: Random
}

/**
 * US$ a barrel, change in percent since the day before, and the days in a row with that direction.
 */
export interface OilQuote {
  readonly value: number
  readonly change: number
  readonly days: number
}

export interface Story {
  readonly headline: string
  readonly body: string
}

/** Writes a story; null without facts for it. */
export type Writer = (desk: NewsDesk) => Story | null

const MILLION = 1_000_000

/** Changes below this many pesos or percent count as no change. */
export const STILL = 0.005

/** `4.102,35 pesos`. */
export const formatPesos = (value: number) => `${formatPrice(value)} pesos`

/** `0,28%` without a sign, for sentences whose verb has the direction. */
export const formatPercentage = (value: number) => `${formatPrice(Math.abs(value))}%`

/** The text for a rise, a fall or no change. */
export const selectText = (change: number, up: string, down: string, same: string) => {
  if (Math.abs(change) < STILL) return same
  return change > 0 ? up : down
}

/** `1.284 millones de dólares`, below two millions in dollars. */
export const formatDollars = (amount: number) =>
  amount < 2 * MILLION
    ? `${formatUsd(amount)} dólares`
    : `${formatUsd(Math.floor(amount / MILLION))} millones de dólares`

/** Contracts "de el" to "del". */
const withDe = (noun: string) => `de ${noun}`.replace(/^de el /, 'del ')

/** Whether a price is above, below or at a reference, in words. */
export const describeComparison = (value: number, reference: number, noun: string) =>
  selectText(value - reference, `por encima ${withDe(noun)}`, `por debajo ${withDe(noun)}`, `en línea con ${noun}`)

/** The difference between a price and a reference, in words. */
export const describeDistance = (value: number, reference: number, noun: string) =>
  selectText(
    value - reference,
    `${formatPesos(value - reference)} por encima ${withDe(noun)}`,
    `${formatPesos(reference - value)} por debajo ${withDe(noun)}`,
    `en el mismo nivel ${withDe(noun)}`,
  )
