import { price, usd } from '#src/domain/money.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import type { Random } from '#src/simulator/random.ts'
import type { SimulatedQuotes } from '#src/simulator/simulate-quotes.ts'

/** What a story may tell: all of it was public when the story appeared. */
export interface NewsDesk {
  readonly seed: number
  readonly date: BogotaDate
  /** Spot as visitors saw it at the story's time; null before the first visible deal and on days without spot. */
  readonly spot: TapeFigures | null
  /** The whole spot session before. */
  readonly lastSession: TapeFigures | null
  /** The TRM in force and the one before it. */
  readonly trm: number | null
  readonly lastTrm: number | null
  readonly quotes: SimulatedQuotes
  readonly oil: OilQuote
  readonly random: Random
}

/** Dollars a barrel, percent since the day before, and for how many days in a row it has gone this way. */
export interface OilQuote {
  readonly value: number
  readonly change: number
  readonly days: number
}

export interface Story {
  readonly headline: string
  readonly body: string
}

/** Writes a story, null when there is nothing to tell. */
export type Writer = (desk: NewsDesk) => Story | null

const MILLION = 1_000_000

/** Moves below this many pesos or percent are none worth a verb. */
export const STILL = 0.005

/** `4.102,35 pesos`. */
export const pesos = (value: number) => `${price(value)} pesos`

/** `0,28%`, for sentences whose verb tells the sign. */
export const percentage = (value: number) => `${price(Math.abs(value))}%`

/** The words for a rise, a fall or neither. */
export const worded = (change: number, up: string, down: string, same: string) => {
  if (Math.abs(change) < STILL) return same
  return change > 0 ? up : down
}

/** `1.284 millones de dólares`, below two millions in dollars. */
export const dollars = (amount: number) =>
  amount < 2 * MILLION ? `${usd(amount)} dólares` : `${usd(Math.floor(amount / MILLION))} millones de dólares`

/** Spanish draws "de el" together. */
const of = (noun: string) => `de ${noun}`.replace(/^de el /, 'del ')

/** On which side of a reference a price lies. */
export const against = (value: number, reference: number, noun: string) =>
  worded(value - reference, `por encima ${of(noun)}`, `por debajo ${of(noun)}`, `en línea con ${noun}`)

/** How far a price lies from a reference, and on which side. */
export const distance = (value: number, reference: number, noun: string) =>
  worded(
    value - reference,
    `${pesos(value - reference)} por encima ${of(noun)}`,
    `${pesos(reference - value)} por debajo ${of(noun)}`,
    `en el mismo nivel ${of(noun)}`,
  )
