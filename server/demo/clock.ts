import { type BogotaDate, type Instant, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { nextTradingDay, tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import { MARKETS } from '#src/domain/trading/market.ts'
import { marketPhase, tradingBounds } from '#src/domain/trading/trading-hours.ts'

/**
 * Start time of the first demo day, and of a start when no market is open at the stored time. The
 * day already has the deals of the morning (D52).
 */
export const DEMO_START_TIME = '10:40'

/** Time at which each next day of the demo starts: two minutes before the opening (D52). */
const DEMO_NEXT_DAY_TIME = '07:58'

/** Time from the last close to the next day of the demo, in milliseconds (D52). */
const AFTER_CLOSE_MS = 900_000

/** Returns the next trading day of any market. The market `nextday` trades on all of them. */
const findNextTradingDay = (date: BogotaDate) => nextTradingDay('nextday', date)

const isAnyOpen = (instant: Instant) => MARKETS.some((market) => marketPhase(market, instant) === 'open')

/**
 * Returns the market time at a start of the demo (D52). The first start is at 10:40 of the latest
 * spot trading day. A later start continues with the stored shift, but not before the last recorded
 * deal. If no market is open then, it starts at 10:40 of the trading day after the last deals.
 */
export function demoStart({
  realNow,
  shift,
  lastRecordedAt,
  lastDealDate,
}: {
  readonly realNow: Instant
  readonly shift: number | null
  readonly lastRecordedAt: Instant | null
  readonly lastDealDate: BogotaDate | null
}): Instant {
  if (lastDealDate === null) return toInstant(tradingDayOnOrBefore('spot', toDate(realNow)), DEMO_START_TIME)
  const resumedTime = shift === null ? null : Math.max(realNow + shift, lastRecordedAt ?? 0)
  if (resumedTime !== null && isAnyOpen(resumedTime)) return resumedTime
  return toInstant(findNextTradingDay(lastDealDate), DEMO_START_TIME)
}

/**
 * Returns the instant to which the demo clock moves; null until 15 minutes after the last close of
 * a trading day (D52).
 */
export function demoMove(now: Instant): Instant | null {
  const date = toDate(now)
  const lastClose = Math.max(...MARKETS.map((market) => tradingBounds(market, date).closesAt))
  const isTradingDay = tradingDayOnOrBefore('nextday', date) === date
  if (isTradingDay && now < lastClose + AFTER_CLOSE_MS) return null
  return toInstant(findNextTradingDay(date), DEMO_NEXT_DAY_TIME)
}
