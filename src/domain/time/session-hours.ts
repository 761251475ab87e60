import { addDays, type BogotaDate, dateOf, type Instant, instantOf, weekdayOf } from '#src/domain/time/bogota.ts'
import { opens } from '#src/domain/time/calendar.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** A session's hours in Bogotá, `HH:MM`; the closing minute is outside. */
export interface SessionHours {
  readonly opens: string
  readonly closes: string
}

/** Usual hours; the closing of next day was not published anywhere and may be configured. */
export const SESSION_HOURS: Readonly<Record<Market, SessionHours>> = {
  spot: { opens: '08:00', closes: '13:00' },
  nextday: { opens: '08:00', closes: '16:00' },
}

/** Where `now` stands: on a day with a session before, within or after its hours; else `no-session`. */
export type MarketPhase = 'before' | 'open' | 'closed' | 'no-session'

/** First instant of the session and first instant after it; says nothing of whether the day has one. */
export const sessionBounds = (
  market: Market,
  date: BogotaDate,
  hours: SessionHours = SESSION_HOURS[market],
): { readonly opensAt: Instant; readonly closesAt: Instant } => ({
  opensAt: instantOf(date, hours.opens),
  closesAt: instantOf(date, hours.closes),
})

/** What the market is doing at an instant, by its calendar (D2) and hours. */
export function marketPhase(market: Market, now: Instant, hours: SessionHours = SESSION_HOURS[market]): MarketPhase {
  const date = dateOf(now)
  if (!opens(market, date)) return 'no-session'
  const { opensAt, closesAt } = sessionBounds(market, date, hours)
  if (now < opensAt) return 'before'
  return now < closesAt ? 'open' : 'closed'
}

const sundayFrom = (date: BogotaDate) => addDays(date, (7 - weekdayOf(date)) % 7)

/** New York's summer time since 2007: second Sunday of March to first Sunday of November. */
function isNewYorkSummer(date: BogotaDate): boolean {
  const year = date.slice(0, 4)
  return date >= sundayFrom(`${year}-03-08`) && date < sundayFrom(`${year}-11-01`)
}

/** Hours of the Colombian stock exchange, which follows New York's clock while Bogotá's stands still. */
export const stockSessionHours = (date: BogotaDate): SessionHours =>
  isNewYorkSummer(date) ? { opens: '08:30', closes: '15:00' } : { opens: '09:30', closes: '16:00' }
