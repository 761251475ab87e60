import { formatPrice, formatUsd } from '#src/domain/money.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import type { Random } from '#src/simulator/random.ts'
import type { SimulatedQuotes } from '#src/simulator/simulate-quotes.ts'

/** The facts for a story, all public at the time of the story. */
export interface StoryFacts {
  readonly seed: number
  readonly date: BogotaDate
  /**
   * Spot figures visible to visitors at that time; null before the first visible deal and on days
   * without spot.
   */
  readonly spot: TapeFigures | null
  /** Figures of the whole previous spot day. */
  readonly previousDay: TapeFigures | null
  /** The TRM in force and the previous TRM. */
  readonly trm: number | null
  readonly previousTrm: number | null
  readonly quotes: SimulatedQuotes
  readonly oil: OilQuote
  readonly random: Random
}

/**
 * US$ a barrel, and the change in percent since the previous day. `days` counts the days in a row
 * with the same direction, at most five.
 */
export interface OilQuote {
  readonly value: number
  readonly change: number
  readonly days: number
}

interface Story {
  readonly headline: string
  readonly body: string
}

/** Writes a story; null when its facts are missing. */
export type WriteStory = (facts: StoryFacts) => Story | null

const MILLION = 1_000_000

/** Changes below this many pesos or percent count as no change. */
export const NO_CHANGE_LIMIT = 0.005

/** `4.102,35 pesos`. */
export const formatPesos = (value: number) => `${formatPrice(value)} pesos`

/** `0,28%` without a sign, for sentences whose verb has the direction. */
export const formatPercentage = (value: number) => `${formatPrice(Math.abs(value))}%`

/** The text for a rise, a fall or no change. */
export const selectText = (change: number, up: string, down: string, same: string) => {
  if (Math.abs(change) < NO_CHANGE_LIMIT) return same
  return change > 0 ? up : down
}

/** `1.284 millones de dólares`; amounts below two million as `1.999.999 dólares`. */
export const formatDollars = (amount: number) =>
  amount < 2 * MILLION
    ? `${formatUsd(amount)} dólares`
    : `${formatUsd(Math.floor(amount / MILLION))} millones de dólares`

/** Puts "de" before a noun; "de el" becomes "del". */
const addPreposition = (noun: string) => `de ${noun}`.replace(/^de el /, 'del ')

/** Whether a price is above, below or at a reference, in words. */
export const describeComparison = (value: number, reference: number, noun: string) =>
  selectText(
    value - reference,
    `por encima ${addPreposition(noun)}`,
    `por debajo ${addPreposition(noun)}`,
    `en línea con ${noun}`,
  )

/** The difference between a price and a reference, in words. */
export const describeDistance = (value: number, reference: number, noun: string) =>
  selectText(
    value - reference,
    `${formatPesos(value - reference)} por encima ${addPreposition(noun)}`,
    `${formatPesos(reference - value)} por debajo ${addPreposition(noun)}`,
    `en el mismo nivel ${addPreposition(noun)}`,
  )
