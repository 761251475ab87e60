import { MISSING } from '#src/domain/money.ts'
import { type BogotaDate, formatTime, type Instant } from '#src/domain/time/bogota.ts'

// Not Intl: its first formatter blocks a slow phone for 50 ms during the first view.
const WEEKDAYS = 'domingo lunes martes miércoles jueves viernes sábado'.split(' ')
const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

/** The names of the months, January first. */
export const MONTH_NAMES: readonly string[] = MONTHS

function toDateWords(date: BogotaDate) {
  const noon = new Date(`${date}T12:00:00Z`)
  return {
    weekday: WEEKDAYS[noon.getUTCDay()] ?? '',
    day: String(noon.getUTCDate()),
    month: MONTHS[noon.getUTCMonth()] ?? '',
    year: String(noon.getUTCFullYear()),
  }
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `Viernes, 20 de noviembre de 2026`. */
export function formatLongDate(date: BogotaDate): string {
  const { weekday, day, month, year } = toDateWords(date)
  return `${capitalise(weekday)}, ${day} de ${month} de ${year}`
}

/** `viernes 20 de noviembre`, for use within a sentence. */
export function formatDayName(date: BogotaDate): string {
  const { weekday, day, month } = toDateWords(date)
  return `${weekday} ${day} de ${month}`
}

/** `sábado 21`. */
export function formatWeekdayAndDay(date: BogotaDate): string {
  const { weekday, day } = toDateWords(date)
  return `${weekday} ${day}`
}

/** `lun 16`. */
export function formatShortDay(date: BogotaDate): string {
  const { weekday, day } = toDateWords(date)
  return `${weekday.slice(0, 3)} ${day}`
}

/** `21 oct`. */
export function formatDayAndMonth(date: BogotaDate): string {
  const { day, month } = toDateWords(date)
  return `${day} ${month.slice(0, 3)}`
}

/** `21 oct 2026`. */
export const formatShortDate = (date: BogotaDate): string => `${formatDayAndMonth(date)} ${toDateWords(date).year}`

/** `agosto`. */
export const formatMonth = (date: BogotaDate): string => toDateWords(date).month

/** `ene 2026`. */
export function formatMonthAndYear(date: BogotaDate): string {
  const { month, year } = toDateWords(date)
  return `${month.slice(0, 3)} ${year}`
}

/** Bogotá's time of day, `12:43:15`; `MISSING` for null. */
export const formatClock = (instant: Instant | null): string => (instant === null ? MISSING : formatTime(instant))

/** Bogotá's time of day to the minute, `12:43`; `MISSING` for null. */
export const formatShortClock = (instant: Instant | null): string => formatClock(instant).slice(0, 5)

let collator: Intl.Collator | null = null

/**
 * Compares two texts in Spanish order: `ñ` after `n`, numbers by value. Accents and case only break
 * ties.
 */
export function compareText(one: string, other: string): number {
  collator ??= new Intl.Collator('es', { numeric: true })
  return collator.compare(one, other)
}

/** Folds a text for comparison in searches: lower case, without accents or tildes. */
export const foldText = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** Returns the first letters of the first and the last word of a name, in upper case. */
export function toInitials(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '')
  const firstAndLast = words.length > 1 ? [words.at(0), words.at(-1)] : words
  return firstAndLast
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

let segmenter: Intl.Segmenter | null = null

/**
 * Returns the start of the character at a position; a flag or a letter with combining accents is
 * one character. Without `Intl.Segmenter` (Firefox before 125) it returns the position.
 */
export function characterStart(text: string, position: number): number {
  if (!('Segmenter' in Intl)) return position
  segmenter ??= new Intl.Segmenter('es', { granularity: 'grapheme' })
  return segmenter.segment(text).containing(position)?.index ?? position
}
