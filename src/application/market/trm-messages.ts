import type { NoticeText } from '#src/application/market/market-messages.ts'
import { formatPrice } from '#src/domain/money.ts'
import { formatDayName, formatLongDate, formatShortDate, formatWeekdayAndDay } from '#src/domain/text.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { TrmSpan } from '#src/domain/trading/trm-choice.ts'
import type { NextTrm, TrmFailure, TrmPeriod, TrmRange } from '#src/domain/trading/trm-periods.ts'

export const TRM_IN_FORCE = 'TRM vigente'
export const NEXT_TRM = 'Próxima TRM'
export const ESTIMATED_TRM = 'TRM estimada'

/** Marks an estimate. */
export const UNOFFICIAL = 'No oficial'

/** The days of a TRM after a noun: 'del sábado 21 al lunes 23', 'del viernes 20'. */
export function formatTrmDays({ from, until }: TrmRange): string {
  if (from === until) return `del ${formatWeekdayAndDay(from)}`
  const name = from.slice(0, 7) === until.slice(0, 7) ? formatWeekdayAndDay : formatDayName
  return `del ${name(from)} al ${name(until)}`
}

/** 'TRM vigente del sábado 21 al lunes 23: 3.818,43' (D67). */
export const formatTrmInForce = (period: TrmPeriod): string =>
  `${TRM_IN_FORCE} ${formatTrmDays(period)}: ${formatPrice(period.value)}`

/** 'TRM estimada del martes 24: 3.820,10', or 'Próxima TRM …' for a fixed TRM (D67). */
export const formatNextTrm = (next: NextTrm): string =>
  `${next.estimated ? ESTIMATED_TRM : NEXT_TRM} ${formatTrmDays(next)}: ${formatPrice(next.value)}`

export const TRM_TITLE = 'Tasa representativa del mercado (TRM)'
export const TRM_INTRO =
  'Promedio ponderado de las operaciones de dólar spot entre intermediarios, vigente desde el día siguiente.'
export const TRM_HISTORY = 'Historia de la TRM'
export const COMPARED_TRM = 'frente a la anterior'

/**
 * The days of a TRM with month and year, for a heading: 'Del sábado 21 al lunes 23 de noviembre de
 * 2026'.
 */
export function formatTrmDates({ from, until }: TrmRange): string {
  const year = until.slice(0, 4)
  if (from === until) return formatLongDate(from)
  return from.slice(0, 7) === until.slice(0, 7)
    ? `Del ${formatWeekdayAndDay(from)} al ${formatDayName(until)} de ${year}`
    : `Del ${formatDayName(from)} al ${formatDayName(until)} de ${year}`
}

/** Note of an estimated TRM; `delay` in minutes. */
export const estimateNote = (delay: number): string =>
  delay === 0
    ? 'Promedio de las operaciones de hoy hasta ahora. Cambia hasta el cierre del mercado.'
    : `Promedio de las operaciones de hoy, con ${delay} minutos de retraso. Cambia hasta el cierre del mercado.`

export const FIXED_TRM_NOTE = 'Con todas las operaciones del día.'

export const NO_NEXT_TRM: NoticeText = {
  lead: 'Aún no hay estimación.',
  rest: 'La próxima TRM se calcula con las operaciones del siguiente día de mercado.',
}

/** The spans of the history, as labels of buttons. */
export const SPAN_NAMES: Readonly<Record<TrmSpan, string>> = { '1m': '1M', '6m': '6M', '1a': '1A', todo: 'Todo' }
/** The spans of the history, for sentences. */
export const SPAN_WORDS: Readonly<Record<TrmSpan, string>> = {
  '1m': 'un mes',
  '6m': 'seis meses',
  '1a': 'un año',
  todo: 'toda la historia',
}

export const NO_TRM_IN_SPAN = 'No hay TRM en este periodo.'

/** Summary of a history in one sentence; the arguments are formatted. */
export const trmSummary = (
  range: Readonly<Record<'from' | 'until' | 'first' | 'last' | 'low' | 'high', string>>,
): string =>
  `Del ${range.from} al ${range.until} la TRM pasó de ${range.first} a ${range.last} pesos, con mínimo de ${range.low} y máximo de ${range.high}.`

/** Headings of the table and of the file. */
export const TRM_COLUMN_TITLES = { from: 'Vigencia', value: 'TRM', change: 'Cambio', percent: 'Variación' } as const
export const TRM_FILE_TITLES = ['Desde', 'Hasta', 'TRM', 'Cambio', 'Variación %'] as const

export const TRM_ROWS = { one: 'TRM', many: 'TRM' } as const

export const LOOKUP_TITLE = 'Consultar por fecha'
export const LOOKUP_HINT = 'Cualquier día, también fines de semana y festivos.'
export const LOOKUP_EMPTY = 'Escriba o elija una fecha.'
export const LOOKUP_INVALID = 'La fecha no es válida. Escríbala como año-mes-día, por ejemplo 2026-03-05.'
export const LOOKUP_FAILED = 'No pudimos consultar la TRM de esa fecha'

/** The first sentence of a lookup: 'TRM vigente el jueves, 5 de marzo de 2026'. */
export const lookupLead = (date: BogotaDate): string => `${TRM_IN_FORCE} el ${formatLongDate(date).toLowerCase()}`

/** Why a day has no TRM. */
export function lookupFailureMessage(failure: TrmFailure): string {
  if (failure.kind === 'unknown') return 'No hay TRM para esa fecha.'
  return failure.kind === 'before-history'
    ? `No hay datos de esa fecha: la historia empieza el ${formatShortDate(failure.known.from)}.`
    : `Esa fecha aún no tiene TRM: la última fijada rige hasta el ${formatShortDate(failure.known.until)}.`
}
