import { formatDayName, formatShortDate } from '#src/domain/text.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { type ClosedDay, findClosedDay, type TypedFailure } from '#src/domain/trading/conversion.ts'
import type { TrmFailure, TrmRange } from '#src/domain/trading/trm-periods.ts'

export const INVALID_RANGE = 'El rango no es válido: «from» no puede ser posterior a «to», y el máximo son'
export const TRM_RANGE = `${INVALID_RANGE} diez años.`
export const DAYS_RANGE = `${INVALID_RANGE} 366 días.`

export const NO_SUCH_REVISION = 'Esa revisión ya no existe: el dato fue corregido. Consulte sin «revision» la que rige.'

/** Why a day has no TRM. */
export function noTrmMessage(failure: TrmFailure): string {
  if (failure.kind === 'unknown') return 'No hay TRM para esa fecha.'
  return failure.kind === 'before-history'
    ? `No hay datos de esa fecha: la historia empieza el ${failure.known.from}.`
    : `Esa fecha aún no tiene TRM: la última fijada rige hasta el ${failure.known.until}.`
}

export const NO_TRM_YET = 'Aún no hay TRM.'

const CLOSED_WORDS: Readonly<Record<ClosedDay, string>> = {
  weekend: 'es fin de semana',
  holiday: 'es festivo en Colombia',
  'us-holiday': 'es festivo en los Estados Unidos',
}

/** 'El domingo 22 de noviembre es fin de semana'; null for a day on which the spot market trades. */
function closedDayText(date: BogotaDate): string | null {
  const closed = findClosedDay(date)
  return closed === null ? null : `El ${formatDayName(date)} ${CLOSED_WORDS[closed]}`
}

export const noMarketMessage = (date: BogotaDate, previous: BogotaDate): string =>
  `El ${date} no hubo mercado. El último día de mercado anterior es el ${previous}.`

export const futureDayMessage = (today: BogotaDate): string => `Esa fecha aún no llega: hoy es ${today}.`

export const beforeHistoryMessage = (first: BogotaDate): string =>
  `No hay datos de esa fecha: la historia empieza el ${first}.`

export const NO_DEALS = 'Ese día no hubo operaciones.'

/** How a TRM applies to a day without market; null for another day. */
export function trmNote(date: BogotaDate, { from, until }: TrmRange): string | null {
  const text = closedDayText(date)
  return text && `${text}: rige la TRM del ${formatShortDate(from)} al ${formatShortDate(until)}.`
}

/** Why the price of another day is used; null for the same day. */
export function marketNote(date: BogotaDate, used: BogotaDate): string | null {
  if (date === used) return null
  return `${closedDayText(date) ?? `El ${formatDayName(date)} aún no hay operaciones`}: se usa el precio del ${formatDayName(used)}.`
}

/** Why an amount or a rate is refused. */
export const AMOUNT_MESSAGES: Readonly<Record<TypedFailure, string>> = {
  empty: 'Escriba el monto.',
  malformed: 'El monto no es válido: escriba cifras, con un punto antes de los decimales.',
  'too-precise': 'El monto tiene como máximo dos decimales.',
  'too-small': 'El monto mínimo es 0.01.',
  'too-large': 'El monto máximo es 9999999999999.99.',
}

export const RATE_MESSAGES: Readonly<Record<TypedFailure, string>> = {
  empty: 'Con «tasa=propia» escriba la tasa en «valor».',
  malformed: 'El valor de la tasa no es válido: escriba cifras, con un punto antes de los decimales.',
  'too-precise': 'La tasa tiene como máximo cuatro decimales.',
  'too-small': 'La tasa mínima es 1 peso por dólar.',
  'too-large': 'La tasa máxima es 100000 pesos por dólar.',
}

export const RESULT_TOO_LARGE = 'El resultado pasa de 9999999999999.99. Convierta un monto menor.'
