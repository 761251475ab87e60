import { BOLLINGER_DEVIATIONS, BOLLINGER_WINDOW } from '#src/domain/charting/indicators.ts'
import type { BandOptions } from '#src/domain/charting/period-chart.ts'

/**
 * The indicators that a user adds to a chart (D126), by kind; null when the chart does not have it.
 * A number is the length: how many closes one value covers.
 */
export interface Studies {
  /** Simple moving average. */
  readonly sma: number | null
  /** Exponential moving average. */
  readonly ema: number | null
  readonly bollinger: BandOptions | null
  /** Relative strength index, from 0 to 100. */
  readonly rsi: number | null
}

export type StudyKind = keyof Studies

export const STUDY_KINDS = ['sma', 'ema', 'bollinger', 'rsi'] as const satisfies readonly StudyKind[]

export const NO_STUDIES: Studies = { sma: null, ema: null, bollinger: null, rsi: null }

/** The indicators as they are when they are added. */
export const DEFAULT_STUDIES = {
  sma: 20,
  ema: 20,
  bollinger: { points: BOLLINGER_WINDOW, deviations: BOLLINGER_DEVIATIONS },
  rsi: 14,
} as const satisfies Studies

/** Limits of a length. Bands over 200 closes are exact up to 4,700 pesos apart. */
export const STUDY_LENGTHS = { min: 2, max: 200 } as const

/** Limits of the width of bands, in standard deviations, in steps of a hundredth. */
export const STUDY_DEVIATIONS = { min: 0.1, max: 10 } as const

/** Reads a length; null for a text that is not a whole number within the limits. */
export function parseStudyLength(text: string): number | null {
  const length = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return length >= STUDY_LENGTHS.min && length <= STUDY_LENGTHS.max ? length : null
}

/** Reads a width of bands, with a point or a comma; null for any other text. */
export function parseStudyDeviations(text: string): number | null {
  const deviations = /^\d{1,2}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : 0
  return deviations >= STUDY_DEVIATIONS.min && deviations <= STUDY_DEVIATIONS.max ? deviations : null
}
