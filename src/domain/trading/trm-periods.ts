import { err, ok, type Result } from '#src/domain/result.ts'
import { addDays, type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { isTradingDay, nextTradingDay } from '#src/domain/time/calendar.ts'
import { type MarketDaySource, summariesBefore } from '#src/domain/trading/day-source.ts'
import { lastChangeAt } from '#src/domain/trading/trading-day.ts'
import { toTrm } from '#src/domain/trading/trm.ts'

/** A TRM in pesos and the calendar days on which it is in force, both included (D67). */
export interface TrmPeriod {
  readonly value: number
  readonly from: BogotaDate
  readonly until: BogotaDate
  /** The TRM in force before it; null for the first one known. */
  readonly previous: number | null
}

/** The TRM after the one in force; an estimate until the deals of its day are complete (D67). */
export interface NextTrm extends TrmPeriod {
  readonly estimated: boolean
}

/** The TRM in force today and the next one; null when there is none yet. */
export interface TrmNow {
  readonly inForce: TrmPeriod | null
  readonly next: NextTrm | null
}

/** Calendar days, both included. */
export interface TrmRange {
  readonly from: BogotaDate
  readonly until: BogotaDate
}

/** Maximum length of the range of a history, in days: ten years. */
export const MAX_TRM_DAYS = 3_653

/** The TRMs in force on the days of a range, in order of date. */
export interface TrmHistory {
  readonly periods: readonly TrmPeriod[]
  /** The calendar days from the first to the last one with a fixed TRM; null without any. */
  readonly known: TrmRange | null
}

/** Why a day has no fixed TRM; `known` are the days that have one. */
export type TrmFailure =
  | { readonly kind: 'before-history'; readonly known: TrmRange }
  | { readonly kind: 'not-fixed-yet'; readonly known: TrmRange }
  | { readonly kind: 'unknown' }

/**
 * Whether the deals of a spot day can no longer change for a reader who sees the market up to
 * `until`: the day's TRM is fixed then (D45, D49).
 */
export const isTrmFixed = (date: BogotaDate, until: Instant): boolean => until >= lastChangeAt('spot', date)

/**
 * The TRM in force on a day: that of the last spot day before it which gave one, in pesos; null
 * when none did (D45).
 */
export function findTrmInForce(source: MarketDaySource, date: BogotaDate): number | null {
  for (const { trm } of summariesBefore(source, 'spot', date)) if (trm !== null) return trm
  return null
}

/**
 * The last calendar day on which the TRM of a spot day is in force: the next spot day, whose deals
 * give the next TRM. A past spot day that gave none prolongs it.
 */
function findLastDay(source: MarketDaySource, dealDay: BogotaDate, until: Instant): BogotaDate {
  let day = nextTradingDay('spot', dealDay)
  while (isTrmFixed(day, until) && source.summary('spot', day)?.trm == null) day = nextTradingDay('spot', day)
  return day
}

/** The fixed TRMs in force from a day before or at `last` on, the latest first. */
function* trmPeriodsUpTo(
  source: MarketDaySource,
  last: BogotaDate,
  until: Instant,
): Generator<TrmPeriod, void, undefined> {
  let later: Omit<TrmPeriod, 'previous'> | null = null
  for (const { date, trm } of summariesBefore(source, 'spot', last)) {
    if (trm === null || !isTrmFixed(date, until)) continue
    if (later) yield { ...later, previous: trm }
    later = { value: trm, from: addDays(date, 1), until: findLastDay(source, date, until) }
  }
  if (later) yield { ...later, previous: null }
}

const takeFirst = <T>(items: Generator<T, void, undefined>): T | null => items.next().value ?? null

/**
 * The TRM in force on the calendar day `today`, and the next one for a reader who sees the market
 * up to `until`. Before the deals of a day are complete its running average is the estimate (D67).
 */
export function readTrmNow(
  source: MarketDaySource,
  { today, until }: { readonly today: BogotaDate; readonly until: Instant },
): TrmNow {
  const inForce = takeFirst(trmPeriodsUpTo(source, today, until))
  const deals = isTradingDay('spot', today) ? source.tradingDay('spot', today)?.trmDeals : undefined
  const value = deals ? toTrm(deals.figures(deals.countAt(until))) : null
  if (value === null) return { inForce, next: null }
  const days = { from: addDays(today, 1), until: nextTradingDay('spot', today) }
  const previous = inForce?.value ?? null
  return { inForce, next: { value, ...days, previous, estimated: !isTrmFixed(today, until) } }
}

/** The calendar days from the first to the last one with a fixed TRM; null without any. */
function findKnownDays(source: MarketDaySource, until: Instant): TrmRange | null {
  let first = source.firstDay('spot')
  while (first !== null && isTrmFixed(first, until) && source.summary('spot', first)?.trm == null) {
    first = nextTradingDay('spot', first)
  }
  if (first === null || !isTrmFixed(first, until)) return null
  const latest = takeFirst(trmPeriodsUpTo(source, addDays(toDate(until), 1), until))
  return latest && { from: addDays(first, 1), until: latest.until }
}

/** The fixed TRMs in force on the days of a range, as known at the instant `until` (D67). */
export function readTrmHistory(source: MarketDaySource, range: TrmRange, until: Instant): TrmHistory {
  const known = findKnownDays(source, until)
  const periods: TrmPeriod[] = []
  const last = known !== null && known.until < range.until ? known.until : range.until
  if (known === null || last < range.from) return { periods, known }
  for (const period of trmPeriodsUpTo(source, last, until)) {
    if (period.until < range.from) break
    periods.push(period)
  }
  return { periods: periods.reverse(), known }
}

/** The TRM in force on a day of a history that covers it, or why there is none. */
export function findTrmOn({ periods, known }: TrmHistory, date: BogotaDate): Result<TrmPeriod, TrmFailure> {
  const found = periods.find(({ from, until }) => from <= date && date <= until)
  if (found) return ok(found)
  if (known !== null && date < known.from) return err({ kind: 'before-history', known })
  return err(known !== null && date > known.until ? { kind: 'not-fixed-yet', known } : { kind: 'unknown' })
}
