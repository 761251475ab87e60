import { STUDY_DEVIATIONS, STUDY_LENGTHS, type StudyKind } from '#src/domain/charting/studies.ts'
import { formatStock } from '#src/domain/money.ts'

export const STUDY_NAMES: Readonly<Record<StudyKind, string>> = {
  sma: 'Media móvil simple',
  ema: 'Media móvil exponencial',
  bollinger: 'Bandas de Bollinger',
  rsi: 'Índice de fuerza relativa (RSI)',
}

/** The error of a length that is not valid; the chart keeps the last valid one. */
export const STUDY_LENGTH_ERROR = `Escriba un número entero de ${STUDY_LENGTHS.min} a ${STUDY_LENGTHS.max}.`

/** The error of a width of bands that is not valid. */
export const STUDY_DEVIATIONS_ERROR = `Escriba un número de ${formatStock(STUDY_DEVIATIONS.min)} a ${formatStock(STUDY_DEVIATIONS.max)}, con dos decimales como máximo.`
