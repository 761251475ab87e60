import type { IntervalName } from '#src/domain/charting/intervals.ts'
import { STUDY_DEVIATIONS, STUDY_LENGTHS, type StudyKind } from '#src/domain/charting/studies.ts'
import { formatStock } from '#src/domain/money.ts'
import { formatShortDate } from '#src/domain/text.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'

export const STUDY_NAMES: Readonly<Record<StudyKind, string>> = {
  sma: 'Media móvil simple',
  ema: 'Media móvil exponencial',
  bollinger: 'Bandas de Bollinger',
  rsi: 'Índice de fuerza relativa (RSI)',
}

/** The amounts below a chart, among the indicators. */
export const AMOUNTS_NAME = 'Monto negociado'

/** The error of a length that is not valid; the chart keeps the last valid one. */
export const STUDY_LENGTH_ERROR = `Escriba un número entero de ${STUDY_LENGTHS.min} a ${STUDY_LENGTHS.max}.`

/** The error of a width of bands that is not valid. */
export const STUDY_DEVIATIONS_ERROR = `Escriba un número de ${formatStock(STUDY_DEVIATIONS.min)} a ${formatStock(STUDY_DEVIATIONS.max)}, con dos decimales como máximo.`

export const INTERVAL_TEXTS: Readonly<Record<IntervalName, string>> = {
  '1min': '1 minuto',
  '5min': '5 minutos',
  '15min': '15 minutos',
  '30min': '30 minutos',
  '1h': '1 hora',
  day: '1 día',
  week: '1 semana',
}

/** The choice of the interval that the period has by itself. */
export const AUTOMATIC_INTERVAL = 'Automático'

/** What a chart says about the points before its period. */
export const EARLIER_TEXTS = {
  available: 'Ver datos anteriores',
  loading: 'Cargando datos anteriores…',
  failed: 'No pudimos cargar los datos anteriores.',
} as const

/** Where the earlier points are, and their first day; `isComplete`: the history has no more. */
export const earlierShown = (first: BogotaDate, isComplete: boolean): string => {
  const day = formatShortDate(first)
  const start = isComplete ? `No hay datos antes del ${day}.` : `Empiezan el ${day}.`
  return `Arrastre la gráfica o aléjela para ver los datos anteriores. ${start}`
}

/** The history of this interval starts with the period. */
export const NO_EARLIER = 'No hay datos anteriores en este intervalo.'
