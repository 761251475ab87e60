import { err, ok, type Result } from '#src/domain/result.ts'
import { addDays, type BogotaDate, type Instant, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { nextTradingDay, tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import { MARKETS } from '#src/domain/trading/market.ts'
import { tradingBounds } from '#src/domain/trading/trading-hours.ts'

/** The time of a day at which both markets are open and have the deals of the morning. */
export const OPEN_TIME = '10:40'

/** The market time of a new demo, a Friday. */
export const DEMO_START = toInstant('2026-11-20', OPEN_TIME)

/** The first and the last date that the demo offers. */
export const FIRST_DATE: BogotaDate = '2010-01-04'
export const LAST_DATE: BogotaDate = '2035-12-28'
const FIRST_INSTANT = toInstant(FIRST_DATE, '00:00')
const END_INSTANT = toInstant(addDays(LAST_DATE, 1), '00:00')

/** Why a typed market time cannot be used. */
export type MarketTimeProblem = 'no-date' | 'date-out-of-range' | 'invalid-time'

/** Reads a typed date and a typed time of day, such as 9:05. */
export function readMarketTime(date: BogotaDate | null, time: string): Result<Instant, MarketTimeProblem> {
  if (date === null) return err('no-date')
  if (date < FIRST_DATE || date > LAST_DATE) return err('date-out-of-range')
  const [, hour, minute] = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(time) ?? []
  if (hour === undefined || minute === undefined) return err('invalid-time')
  return ok(toInstant(date, `${hour.padStart(2, '0')}:${minute}`))
}

const HALF_HOUR_MS = 1_800_000

/**
 * Returns the market time after the switch 'Mercado cerrado' was pressed: half an hour after the
 * last close of the day, or the open time of a trading day, today if possible. `wasClosed` is what
 * the switch showed, which the market may have left since.
 */
export function toggleMarket(now: Instant, wasClosed: boolean): Instant {
  const today = toDate(now)
  if (!wasClosed) {
    return Math.max(...MARKETS.map((market) => tradingBounds(market, today).closesAt)) + HALF_HOUR_MS
  }
  const isTradingDay = tradingDayOnOrBefore('spot', today) === today
  return toInstant(isTradingDay ? today : nextTradingDay('spot', today), OPEN_TIME)
}

/** Formats a market time with the real time at which it was set. */
export const formatMarketClock = (marketTime: Instant, realNow: Instant): string => `${marketTime} ${realNow}`

/**
 * Returns the current market time: it has run since it was set. It is the time of a new demo without
 * a readable text, and outside the dates that the demo offers.
 */
export function resumeMarketTime(text: string | null, realNow: Instant): Instant {
  const [, marketTime, setAt] = /^(\d{1,15}) (\d{1,15})$/.exec(text ?? '') ?? []
  if (marketTime === undefined || setAt === undefined) return DEMO_START
  const now = Number(marketTime) + Math.max(0, realNow - Number(setAt))
  return now >= FIRST_INSTANT && now < END_INSTANT ? now : DEMO_START
}
