import { type BogotaDate, type Instant, parseDate, toInstant } from '#src/domain/time/bogota.ts'
import type { Direction } from '#src/domain/trading/market.ts'

const NUMBER = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?$/
const MAX_VALUE_LENGTH = 40

/**
 * Parses a number or a text such as `1234.56` or `1,234.56` (D4, D37). Returns null for any other
 * value, for example `1.234,56`.
 */
export function parseNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.length > MAX_VALUE_LENGTH) return null
  const text = value.trim().replace('\u2212', '-')
  return NUMBER.test(text) && /\d/.test(text) ? Number(text.replaceAll(',', '')) : null
}

/** Returns a text unchanged, and a finite number as text; null for any other value. */
export function parseText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? `${value}` : null
}

/** Parses UP and DOWN in upper or lower case; any other value is SAME. */
export function parseDirection(value: unknown): Direction {
  const word = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return word === 'UP' || word === 'DOWN' ? word : 'SAME'
}

const TRUE = new Set<unknown>([true, 1, '1', 'true', 's', 'si', 'sí'])
const FALSE = new Set<unknown>([false, 0, '0', 'false', 'n', 'no'])

/** Parses true, 1, "1", "S", "Si" and their opposites; null for any other value (D35). */
export function parseBoolean(value: unknown): boolean | null {
  const normalized = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (TRUE.has(normalized)) return true
  return FALSE.has(normalized) ? false : null
}

/** Parses a calendar day such as `2026-11-09` or `2026-11-9`; null for any other value. */
export const parseDay = (value: unknown): BogotaDate | null =>
  typeof value === 'string' ? parseDate(value.trim()) : null

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/
const DATE_AND_TIME = /^(\d{4}-\d{1,2}-\d{1,2})[ T]([\d:]{4,8})$/
const ISO_WITH_OFFSET = /^(?:19|20|21)\d{2}-\d{2}-\d{2}T[\d:.]{5,12}(?:Z|[+-]\d{2}:\d{2})$/

const toFinite = (instant: number): Instant | null => (Number.isFinite(instant) ? instant : null)

function parseTime(text: string, day: BogotaDate): Instant | null {
  const parts = TIME.exec(text)
  return parts ? toFinite(toInstant(day, `${parts[1]?.padStart(2, '0')}:${parts[2]}:${parts[3] ?? '00'}`)) : null
}

/**
 * Parses an instant: ISO 8601 with an offset, or a Bogotá day and time (`2026-11-20 12:43:09`). A
 * time without a day (`8:00`, `12:43:09`) is of `day`; without `day` it is null. Returns null for
 * any other value.
 */
export function parseInstant(value: unknown, day: BogotaDate | null = null): Instant | null {
  if (typeof value !== 'string' || value.length > MAX_VALUE_LENGTH) return null
  const text = value.trim()
  if (ISO_WITH_OFFSET.test(text)) return toFinite(Date.parse(text))
  const parts = DATE_AND_TIME.exec(text)
  const parsedDay = parts ? parseDate(parts[1] ?? '') : day
  return parsedDay === null ? null : parseTime(parts?.[2] ?? text, parsedDay)
}
