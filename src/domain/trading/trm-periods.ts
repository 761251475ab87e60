import { err, ok, type Result } from '#src/domain/result.ts'
import { addDays, type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { isTradingDay, nextTradingDay } from '#src/domain/trading/calendar.ts'
import {
  type DatedTrm,
  findCertifiedTrm,
  findNextCertifiedTrm,
  replaceByCertified,
} from '#src/domain/trading/certified-trms.ts'
import type { Correction } from '#src/domain/trading/corrections.ts'
import { type MarketDaySource, summariesBefore, toTrm } from '#src/domain/trading/day-summary.ts'
import { lastChangeAt } from '#src/domain/trading/trading-day.ts'

/** A TRM, the calendar days on which it is in force, and the TRM before it (D67). */
export interface TrmPeriod extends DatedTrm {
  /** The TRM in force before `from`; null for the first known TRM. */
  readonly previous: number | null
}

/** The TRM that follows the TRM in force; an estimate until its deals are complete (D67). */
export interface NextTrm extends TrmPeriod {
  readonly estimated: boolean
}

/** The TRM in force today and the next TRM; null values are unknown. */
export interface TrmNow {
  readonly inForce: TrmPeriod | null
  readonly next: NextTrm | null
  /** The last corrections of published figures, the newest first (D119); missing without any. */
  readonly corrections?: readonly Correction[]
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
  /** The calendar days from the first to the last fixed TRM; null without a fixed TRM. */
  readonly known: TrmRange | null
}

/** Why a day has no fixed TRM; `known` are the days with a fixed TRM. */
export type TrmFailure =
  | { readonly kind: 'before-history'; readonly known: TrmRange }
  | { readonly kind: 'not-fixed-yet'; readonly known: TrmRange }
  | { readonly kind: 'unknown' }

/** The instant from which the TRM of a spot day is fixed: its deals no longer change (D45, D49). */
export const trmFixedAt = (date: BogotaDate): Instant => lastChangeAt('spot', date)

/** Whether the TRM of a spot day is fixed for an audience that sees the market up to `until`. */
export const isTrmFixed = (date: BogotaDate, until: Instant): boolean => until >= trmFixedAt(date)

const readCertified = (source: MarketDaySource) => source.certifiedTrms?.() ?? []

/**
 * The TRM in force on a day, in pesos: the certified TRM (D67), else that of the last spot day with
 * a TRM before `date` (D45). Null before the first TRM.
 */
export function findTrmInForce(source: MarketDaySource, date: BogotaDate): number | null {
  const certified = findCertifiedTrm(readCertified(source), date)
  if (certified !== null) return certified.value
  for (const { trm } of summariesBefore(source, 'spot', date)) if (trm !== null) return trm
  return null
}

/**
 * The last calendar day on which the TRM of a spot day is in force: the next spot day, whose deals
 * give the next TRM. A past spot day without a TRM extends the period.
 */
function findLastDay(source: MarketDaySource, dealDay: BogotaDate, until: Instant): BogotaDate {
  let day = nextTradingDay('spot', dealDay)
  while (isTrmFixed(day, until) && source.summary('spot', day)?.trm == null) day = nextTradingDay('spot', day)
  return day
}

/** Yields the fixed TRMs whose first day is `last` or earlier, the latest first. */
function* iterateTrmPeriods(
  source: MarketDaySource,
  last: BogotaDate,
  until: Instant,
): Generator<TrmPeriod, void, undefined> {
  let laterPeriod: Omit<TrmPeriod, 'previous'> | null = null
  for (const { date, trm } of summariesBefore(source, 'spot', last)) {
    if (trm === null || !isTrmFixed(date, until)) continue
    if (laterPeriod) yield { ...laterPeriod, previous: trm }
    laterPeriod = { value: trm, from: addDays(date, 1), until: findLastDay(source, date, until) }
  }
  if (laterPeriod) yield { ...laterPeriod, previous: null }
}

const takeFirst = <T>(items: Generator<T, void, undefined>): T | null => items.next().value ?? null

interface TrmMoment {
  readonly today: BogotaDate
  readonly until: Instant
}

/** Reads the TRMs computed from the deals, without certified TRMs. */
function readComputedTrmNow(source: MarketDaySource, { today, until }: TrmMoment): TrmNow {
  const inForce = takeFirst(iterateTrmPeriods(source, today, until))
  const deals = isTradingDay('spot', today) ? source.tradingDay('spot', today)?.trmDeals : undefined
  const value = deals ? toTrm(deals.figures(deals.countAt(until))) : null
  if (value === null) return { inForce, next: null }
  const days = { from: addDays(today, 1), until: nextTradingDay('spot', today) }
  const previous = inForce?.value ?? null
  return { inForce, next: { value, ...days, previous, estimated: !isTrmFixed(today, until) } }
}

/**
 * Converts the next computed TRM to an estimate of the TRM after `inForce`. Null unless its period
 * ends after that of `inForce`.
 */
function toEstimate(next: NextTrm | null, inForce: TrmPeriod): NextTrm | null {
  if (next === null || next.until <= inForce.until) return null
  const from = next.from > inForce.until ? next.from : addDays(inForce.until, 1)
  return { ...next, from, previous: inForce.value, estimated: true }
}

/**
 * Reads the TRM in force on the calendar day `today` and the next TRM, as known at `until`. The
 * next TRM is an estimate until the deals of its day are complete. With certified TRMs it is an
 * estimate until the certified TRM is known (D67).
 */
export function readTrmNow(source: MarketDaySource, moment: TrmMoment): TrmNow {
  const computed = readComputedTrmNow(source, moment)
  const certified = readCertified(source)
  const current = findCertifiedTrm(certified, moment.today)
  if (current === null) return computed
  const inForce: TrmPeriod = { ...current, previous: findTrmInForce(source, addDays(current.from, -1)) }
  const next = findNextCertifiedTrm(certified, current.until)
  return {
    inForce,
    next: next ? { ...next, previous: inForce.value, estimated: false } : toEstimate(computed.next, inForce),
  }
}

/** The calendar days from the first to the last fixed TRM; null without a fixed TRM. */
function findKnownDays(source: MarketDaySource, until: Instant): TrmRange | null {
  let first = source.firstDay('spot')
  while (first !== null && isTrmFixed(first, until) && source.summary('spot', first)?.trm == null) {
    first = nextTradingDay('spot', first)
  }
  if (first === null || !isTrmFixed(first, until)) return null
  const latest = takeFirst(iterateTrmPeriods(source, addDays(toDate(until), 1), until))
  return latest && { from: addDays(first, 1), until: latest.until }
}

/** Reads the TRMs of a range computed from the deals, without certified TRMs. */
function readComputedHistory(source: MarketDaySource, range: TrmRange, until: Instant): TrmHistory {
  const known = findKnownDays(source, until)
  const periods: TrmPeriod[] = []
  const last = known !== null && known.until < range.until ? known.until : range.until
  if (known === null || last < range.from) return { periods, known }
  for (const period of iterateTrmPeriods(source, last, until)) {
    if (period.until < range.from) break
    periods.push(period)
  }
  return { periods: periods.reverse(), known }
}

const toEarlierDate = (one: BogotaDate, other: BogotaDate) => (one < other ? one : other)
const toLaterDate = (one: BogotaDate, other: BogotaDate) => (one > other ? one : other)

/**
 * The fixed or certified TRMs in force on the days of a range, as known at the instant `until`
 * (D67).
 */
export function readTrmHistory(source: MarketDaySource, range: TrmRange, until: Instant): TrmHistory {
  const computed = readComputedHistory(source, range, until)
  const certified = readCertified(source)
  const [first, last] = [certified[0], certified.at(-1)]
  if (first === undefined || last === undefined) return computed
  const { known } = computed
  const trms = replaceByCertified(computed.periods.map(omitPrevious), certified).filter(
    (trm) => trm.until >= range.from && trm.from <= range.until,
  )
  return {
    periods: trms.map((trm) => ({ ...trm, previous: findTrmInForce(source, addDays(trm.from, -1)) })),
    known: {
      from: toEarlierDate(known?.from ?? first.from, first.from),
      until: toLaterDate(known?.until ?? last.until, last.until),
    },
  }
}

/** The part of a history that overlaps a range. */
export const selectTrmHistory = ({ periods, known }: TrmHistory, { from, until }: TrmRange): TrmHistory => ({
  periods: periods.filter((period) => period.until >= from && period.from <= until),
  known,
})

const omitPrevious = ({ value, from, until }: TrmPeriod): DatedTrm => ({ value, from, until })

/** Finds the TRM in force on a day that a history covers, or why the day has no fixed TRM. */
export function findTrmOn({ periods, known }: TrmHistory, date: BogotaDate): Result<TrmPeriod, TrmFailure> {
  const inForce = periods.find(({ from, until }) => from <= date && date <= until)
  if (inForce) return ok(inForce)
  if (known !== null && date < known.from) return err({ kind: 'before-history', known })
  return err(known !== null && date > known.until ? { kind: 'not-fixed-yet', known } : { kind: 'unknown' })
}
