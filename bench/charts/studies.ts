import type { PriceColumns } from '#bench/charts/picture.ts'
import { createAlignment } from '#src/domain/charting/overlays.ts'
import { NO_STUDIES } from '#src/domain/charting/studies.ts'
import { createStudyLines } from '#src/domain/charting/study-lines.ts'

/** The colours of two overlays and two indicators. */
export const STUDY_COLORS = ['#5b6673', '#8a5200', '#6b5a00', '#6a3fa0'] as const

const STUDIES = { ...NO_STUDIES, sma: 20, ema: 50 }

/**
 * Creates a function that returns the values of two overlays and two indicators of a series, the
 * same for all pages: libraries get the lines of our own computation.
 */
export function createStudyValues(series: PriceColumns): (series: PriceColumns) => readonly Float64Array[] {
  const readStudies = createStudyLines()
  const overlays = [3, -3].map((distance, index) =>
    createAlignment({ times: series.x, prices: series.line.map((price) => price + distance) }, (index + 1) * 60_000),
  )
  return ({ x, line }) => {
    const { sma, ema } = readStudies(STUDIES, line)
    return [...overlays.map((align) => align(x)), ...(sma && ema ? [sma, ema] : [])]
  }
}
