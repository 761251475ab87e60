import type { DaySource, ScriptedDay } from '#server/market/day-source.ts'
import { recentSessions } from '#server/market/exchange.ts'
import type { MarketStore } from '#server/market/market-store.ts'
import { type StoredSession, sessionOfDeals } from '#server/market/stored-session.ts'
import { addDays, dateOf, type Instant } from '#src/domain/time/bogota.ts'
import { nextTradingDay } from '#src/domain/time/calendar.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { MARKETS } from '#src/domain/trading/market.ts'

/** How far back a simulated market knows its sessions: a year of chart, the session before it, and room for holidays. */
export const HISTORY_DAYS = 400

/** What is left of a scripted day at its end: the deals that are not annulled in its course. */
export function lastingDeals({ deals, annulments }: ScriptedDay): readonly DealReport[] {
  const annulled = new Set(annulments.map(({ id }) => id))
  return deals.filter(({ id }) => !annulled.has(id))
}

/**
 * Writes the figures of all sessions of more than the last year that the database lacks, the most recent ones excepted: those
 * come deal by deal. Charts of 1m to 1a, comparisons with the previous session and the TRM are made of them.
 */
export async function fillHistory({
  store,
  dayOf,
  seed,
  now,
}: {
  readonly store: MarketStore
  readonly dayOf: DaySource
  readonly seed: number
  readonly now: Instant
}): Promise<void> {
  const from = addDays(dateOf(now), -HISTORY_DAYS)
  for (const market of MARKETS) {
    const known = new Set((await store.sessions(market)).map(({ date }) => date))
    const missing: StoredSession[] = []
    const end = recentSessions(market, now)[0] ?? from
    for (let date = nextTradingDay(market, addDays(from, -1)); date < end; date = nextTradingDay(market, date)) {
      const session = known.has(date) ? null : sessionOfDeals(market, date, lastingDeals(dayOf(market, date)), seed)
      if (session) missing.push(session)
    }
    await store.saveSessions(missing)
  }
}
