import { type BogotaDate, type Instant, instantOf, parseDate } from '#src/domain/time/bogota.ts'
import type { Direction } from '#src/domain/trading/market.ts'

const NUMBER = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?$/
const LONGEST_NUMBER = 40

/** A number, or text as `1234.56` or `1,234.56` – never as es-CO writes it; null for all else (D4, D37). */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.length > LONGEST_NUMBER) return null
  const text = value.trim().replace('\u2212', '-')
  return NUMBER.test(text) && /\d/.test(text) ? Number(text.replaceAll(',', '')) : null
}

/** UP and DOWN in any case; every other word is SAME. */
export function directionOf(value: unknown): Direction {
  const word = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return word === 'UP' || word === 'DOWN' ? word : 'SAME'
}

const TRUE = new Set<unknown>([true, 1, '1', 'true', 's', 'si', 'sí'])
const FALSE = new Set<unknown>([false, 0, '0', 'false', 'n', 'no'])

/** true, 1, "1", "S", "Si" and their opposites; null for all else (D35). */
export function booleanOf(value: unknown): boolean | null {
  const known = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (TRUE.has(known)) return true
  return FALSE.has(known) ? false : null
}

/** A calendar day, padded or not; null for all else. */
export const dayOf = (value: unknown): BogotaDate | null => (typeof value === 'string' ? parseDate(value.trim()) : null)

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/
const DATE_AND_TIME = /^(\d{4}-\d{1,2}-\d{1,2})[ T]([\d:]{4,8})$/
const ISO_WITH_OFFSET = /^(?:19|20|21)\d{2}-\d{2}-\d{2}T[\d:.]{5,12}(?:Z|[+-]\d{2}:\d{2})$/

function timeOn(day: BogotaDate, text: string): Instant | null {
  const parts = TIME.exec(text)
  return parts ? finite(instantOf(day, `${parts[1]?.padStart(2, '0')}:${parts[2]}:${parts[3] ?? '00'}`)) : null
}

/**
 * The instant of a time of day on a session's day (`8:00`, `12:43:09`), of a day and a time in Bogotá
 * (`2026-11-20 12:43:09`) or of ISO 8601 with its offset; null for all else.
 */
export function instantOn(session: BogotaDate, value: unknown): Instant | null {
  if (typeof value !== 'string' || value.length > LONGEST_NUMBER) return null
  const text = value.trim()
  if (ISO_WITH_OFFSET.test(text)) return finite(Date.parse(text))
  const parts = DATE_AND_TIME.exec(text)
  const day = parts ? parseDate(parts[1] ?? '') : session
  return day === null ? null : timeOn(day, parts?.[2] ?? text)
}

const finite = (instant: number): Instant | null => (Number.isFinite(instant) ? instant : null)
