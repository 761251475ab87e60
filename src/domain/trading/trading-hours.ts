import { addDays, type BogotaDate, type Instant, toDate, toInstant, toWeekday } from '#src/domain/time/bogota.ts'
import { isTradingDay } from '#src/domain/trading/calendar.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** Trading hours in Bogotá, `HH:MM`. The market is closed from `closes` on. */
export interface TradingHours {
  readonly opens: string
  readonly closes: string
}

/** The usual hours. The close of the next-day market is an assumption without a source. */
export const TRADING_HOURS: Readonly<Record<Market, TradingHours>> = {
  spot: { opens: '08:00', closes: '13:00' },
  nextday: { opens: '08:00', closes: '16:00' },
}

/**
 * The state of a market: before, during or after the hours of a trading day, or `no-trading-day`.
 */
export type MarketPhase = 'before' | 'open' | 'closed' | 'no-trading-day'

/**
 * The first instant of the trading hours and the first instant after them. It does not check that
 * the day is a trading day.
 */
export const tradingBounds = (
  market: Market,
  date: BogotaDate,
  hours: TradingHours = TRADING_HOURS[market],
): { readonly opensAt: Instant; readonly closesAt: Instant } => ({
  opensAt: toInstant(date, hours.opens),
  closesAt: toInstant(date, hours.closes),
})

/** The phase of a market at an instant, by its calendar (D2) and hours. */
export function marketPhase(market: Market, now: Instant, hours: TradingHours = TRADING_HOURS[market]): MarketPhase {
  const date = toDate(now)
  if (!isTradingDay(market, date)) return 'no-trading-day'
  const { opensAt, closesAt } = tradingBounds(market, date, hours)
  if (now < opensAt) return 'before'
  return now < closesAt ? 'open' : 'closed'
}

const findSunday = (date: BogotaDate) => addDays(date, (7 - toWeekday(date)) % 7)

/** Since 2007, from the second Sunday of March to the first Sunday of November. */
function isDaylightSavingInNewYork(date: BogotaDate): boolean {
  const year = date.slice(0, 4)
  return date >= findSunday(`${year}-03-08`) && date < findSunday(`${year}-11-01`)
}

/**
 * Hours of the Colombian stock exchange in Bogotá's time. They depend on New York's daylight saving
 * time.
 */
export const stockTradingHours = (date: BogotaDate): TradingHours =>
  isDaylightSavingInNewYork(date) ? { opens: '08:30', closes: '15:00' } : { opens: '09:30', closes: '16:00' }
