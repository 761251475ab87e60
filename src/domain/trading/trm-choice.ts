import { addDays, type BogotaDate, firstDayOfMonths, parseDate } from '#src/domain/time/bogota.ts'
import { nextTradingDay } from '#src/domain/trading/calendar.ts'
import { MAX_TRM_DAYS, type TrmRange } from '#src/domain/trading/trm-periods.ts'

/** How far back the history of the TRM is shown: months, a year, or everything (D67). */
export const TRM_SPANS = ['1m', '6m', '1a', 'todo'] as const
export type TrmSpan = (typeof TRM_SPANS)[number]

/** A day to look up: a date, or a text that is not a date. */
export type LookupDay = { readonly date: BogotaDate } | { readonly invalid: string }

/** The choice in the URL of the TRM page. */
export interface TrmChoice {
  readonly span: TrmSpan
  /** Null without a lookup. */
  readonly lookup: LookupDay | null
}

export const DEFAULT_TRM_CHOICE: TrmChoice = { span: '6m', lookup: null }

const MONTHS = { '1m': 1, '6m': 6, '1a': 12 } as const

const MAX_VALUE_LENGTH = 40

/** Parses the day that the user typed; null for an empty text. */
export function parseLookupDay(text: string): LookupDay | null {
  const trimmed = text.slice(0, MAX_VALUE_LENGTH).trim()
  if (trimmed === '') return null
  const date = parseDate(trimmed)
  return date === null ? { invalid: trimmed } : { date }
}

/**
 * The range of a history on `today`. It ends on the last day on which the TRM of today's deals
 * applies.
 */
export function toTrmSpanRange(span: TrmSpan, today: BogotaDate): TrmRange {
  const until = nextTradingDay('spot', today)
  return { from: span === 'todo' ? addDays(until, 1 - MAX_TRM_DAYS) : firstDayOfMonths(MONTHS[span], today), until }
}
