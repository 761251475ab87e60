import { addDays, type BogotaDate } from '#src/domain/time/bogota.ts'
import { isTradingDay } from '#src/domain/trading/calendar.ts'
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

const findFirstDay = (source: MarketDaySource): BogotaDate | null =>
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
