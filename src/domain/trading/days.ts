import { addDays, type BogotaDate, parseDate, subtractMonths } from '#src/domain/time/bogota.ts'
import {
  isBusinessDay,
  isColombianHoliday,
  isTradingDay,
  nextTradingDay,
  previousTradingDay,
  tradingDayOnOrBefore,
} from '#src/domain/trading/calendar.ts'
import type { Correction } from '#src/domain/trading/corrections.ts'
import type { MarketDaySource } from '#src/domain/trading/day-summary.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import { findTrmInForce, type TrmRange } from '#src/domain/trading/trm-periods.ts'

/** The figures of a market on one day: prices in pesos, the amount in whole US$. */
export interface DayFigures {
  readonly open: number
  readonly low: number
  readonly high: number
  readonly close: number
  /** Weighted by amount. */
  readonly average: number
  readonly amount: number
  readonly count: number
}

/** A calendar day (D123). A market without counted deals is null. */
export interface Day extends Readonly<Record<Market, DayFigures | null>> {
  readonly date: BogotaDate
  /** The TRM in force, in pesos; null before the first TRM. */
  readonly trm: number | null
  /** Corrections of the published figures of this day (D119); missing without any. */
  readonly corrections?: readonly Correction[]
}

/** The calendar days of a range, in order. */
export interface DayList {
  readonly days: readonly Day[]
  /** The first day of the history; null without any deal. */
  readonly first: BogotaDate | null
}

/** Calendar days, both included. */
export type DayRange = TrmRange

/** Maximum length of a range, in days: a leap year. */
export const MAX_DAYS = 366

/** Whether a range is in order and not too long. */
export const isDayRange = ({ from, until }: DayRange): boolean => from <= until && until < addDays(from, MAX_DAYS)

export const toDayFigures = (figures: TapeFigures | null): DayFigures | null =>
  figures && {
    open: figures.open,
    low: figures.low,
    high: figures.high,
    close: figures.last,
    average: figures.average,
    amount: figures.sum,
    count: figures.count,
  }

/** The first day of the history; null without any deal. */
export const findFirstDay = (source: MarketDaySource): BogotaDate | null =>
  MARKETS.flatMap((market) => source.firstDay(market) ?? []).sort()[0] ?? null

/**
 * Reads the days of a range from the first day of the history to `today`. `figures` reads those of a
 * market's trading day.
 */
export function readDays(
  source: MarketDaySource,
  { from, until }: DayRange,
  today: BogotaDate,
  figures: (market: Market, date: BogotaDate) => TapeFigures | null,
): DayList {
  const first = findFirstDay(source)
  const days: Day[] = []
  const last = until < today ? until : today
  if (first === null) return { days, first }
  const readMarket = (market: Market, date: BogotaDate) =>
    isTradingDay(market, date) ? toDayFigures(figures(market, date)) : null
  for (let date = from > first ? from : first; date <= last; date = addDays(date, 1)) {
    days.push({
      date,
      trm: findTrmInForce(source, date),
      spot: readMarket('spot', date),
      nextday: readMarket('nextday', date),
    })
  }
  return { days, first }
}

/** Parses the date of a day's address: only its one spelling, `2026-11-09` (D123). */
export const parseAddressDate = (text: string): BogotaDate | null => (parseDate(text) === text ? text : null)

/** A month of an address, `2026-11`; such months compare as text. */
export type Month = string

/** Parses the month of an address; null for any other text. */
export const parseMonth = (text: string): Month | null => (parseAddressDate(`${text}-01`) === null ? null : text)

export const toMonth = (date: BogotaDate): Month => date.slice(0, 7)

/** The month `count` months later; earlier if `count` is negative. */
export const addMonths = (month: Month, count: number): Month => toMonth(subtractMonths(`${month}-01`, -count))

export const toMonthRange = (month: Month): DayRange => ({
  from: `${month}-01`,
  until: addDays(`${addMonths(month, 1)}-01`, -1),
})

/** The range that the page of a day reads: from the trading day of both markets before it. */
export function toDayPageRange(date: BogotaDate): DayRange {
  const [from = date] = MARKETS.map((market) => previousTradingDay(market, date)).sort()
  return { from, until: date }
}

/** The market of the chart of a day: spot, on US holidays next day; null without trading (D2). */
export const toChartMarket = (date: BogotaDate): Market | null => {
  if (!isBusinessDay(date)) return null
  return isTradingDay('spot', date) ? 'spot' : 'nextday'
}

/** What a day is: outside of the history, without a market and why, or with one market or both. */
export type DayKind = 'future' | 'before-history' | 'holiday' | 'weekend' | 'nextday-only' | 'trading'

/** The first day of the history and today: the days that exist. */
export interface KnownDays {
  readonly first: BogotaDate | null
  readonly today: BogotaDate
}

export function toDayKind(date: BogotaDate, { first, today }: KnownDays): DayKind {
  if (date > today) return 'future'
  if (first !== null && date < first) return 'before-history'
  if (!isBusinessDay(date)) return isColombianHoliday(date) ? 'holiday' : 'weekend'
  return isTradingDay('spot', date) ? 'trading' : 'nextday-only'
}

/** Whether a range has a day with a market within the known days; `first` null: without a start. */
export function hasBusinessDay({ from, until }: DayRange, { first, today }: KnownDays): boolean {
  let date = first !== null && first > from ? first : from
  const last = until < today ? until : today
  while (date <= last && !isBusinessDay(date)) date = addDays(date, 1)
  return date <= last
}

/** The trading days next to a day, within the known days; null if there is none. */
export interface Neighbours {
  readonly previous: BogotaDate | null
  readonly next: BogotaDate | null
}

/** Finds the trading days next to a day: those of the next-day market, which has all of spot's (D2). */
export function findNeighbours(date: BogotaDate, { first, today }: KnownDays): Neighbours {
  const before = date > today ? tradingDayOnOrBefore('nextday', today) : previousTradingDay('nextday', date)
  const after = nextTradingDay('nextday', first !== null && date < first ? addDays(first, -1) : date)
  return {
    previous: first !== null && before >= first ? before : null,
    next: after <= today ? after : null,
  }
}
