import { recentSessions } from '#server/market/exchange.ts'
import type { MarketStore } from '#server/market/market-store.ts'
import { type StoredSession, sessionOfDeals } from '#server/market/stored-session.ts'
import { addDays, dateOf, type Instant } from '#src/domain/time/bogota.ts'
import { nextTradingDay } from '#src/domain/time/calendar.ts'
import { MARKETS } from '#src/domain/trading/market.ts'
import { remainingDeals, type ScriptDay } from '#src/domain/trading/scripted-days.ts'

/** How far back a simulated market knows its sessions: a year of chart, the session before it, and room for holidays. */
export const HISTORY_DAYS = 400

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
  readonly dayOf: ScriptDay
  readonly seed: number
  readonly now: Instant
}): Promise<void> {
  const from = addDays(dateOf(now), -HISTORY_DAYS)
  for (const market of MARKETS) {
    const known = new Set((await store.sessions(market)).map(({ date }) => date))
    const missing: StoredSession[] = []
    const end = recentSessions(market, now)[0] ?? from
    for (let date = nextTradingDay(market, addDays(from, -1)); date < end; date = nextTradingDay(market, date)) {
      const session = known.has(date) ? null : sessionOfDeals(market, date, remainingDeals(dayOf(market, date)), seed)
      if (session) missing.push(session)
    }
    await store.saveSessions(missing)
  }
}
