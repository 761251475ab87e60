import { type BogotaDate, dateOf, type Instant, instantOf } from '#src/domain/time/bogota.ts'
import { nextTradingDay, tradingDayOnOrBefore } from '#src/domain/time/calendar.ts'
import { marketPhase, tradingBounds } from '#src/domain/time/trading-hours.ts'
import { MARKETS } from '#src/domain/trading/market.ts'

/** Where the demo's clock is set to when it finds no open session: the morning is traded already (D52). */
export const DEMO_START_TIME = '10:40'

/** Where it moves to for its next day: two minutes before the opening (D52). */
export const DEMO_NEXT_DAY_TIME = '07:58'

/** How long a day is left to be looked at after the last close (D52). */
export const AFTER_CLOSE_MS = 900_000

/** Next day trades on every day on which anything trades. */
const tradingDayAfter = (date: BogotaDate) => nextTradingDay('nextday', date)

const isAnyOpen = (instant: Instant) => MARKETS.some((market) => marketPhase(market, instant) === 'open')

/**
 * The market's now at a start of the demo (D52): on from where the kept shift leads while a session is open there, never
 * before the last thing recorded; else 10:40 of the trading day after the last one with deals; the very first time 10:40 of
 * the latest day on which spot trades.
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
  if (lastDealDate === null) return instantOf(tradingDayOnOrBefore('spot', dateOf(realNow)), DEMO_START_TIME)
  const goneOn = shift === null ? null : Math.max(realNow + shift, lastRecordedAt ?? 0)
  if (goneOn !== null && isAnyOpen(goneOn)) return goneOn
  return instantOf(tradingDayAfter(lastDealDate), DEMO_START_TIME)
}

/** Where the running demo's clock has to move: 15 minutes after the last close to the next trading day, else null (D52). */
export function demoMove(now: Instant): Instant | null {
  const date = dateOf(now)
  const lastClose = Math.max(...MARKETS.map((market) => tradingBounds(market, date).closesAt))
  const isTradingDay = tradingDayOnOrBefore('nextday', date) === date
  if (isTradingDay && now < lastClose + AFTER_CLOSE_MS) return null
  return instantOf(tradingDayAfter(date), DEMO_NEXT_DAY_TIME)
}
