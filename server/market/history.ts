import type { DealLog } from '#server/market/deal-log.ts'
import { recentTradingDays } from '#server/market/market-days.ts'
import type { MarketStore } from '#server/market/store/market-store.ts'
import { type StoredDay, summarizeStoredDay } from '#server/market/store/stored-day.ts'
import { addDays, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { nextTradingDay } from '#src/domain/trading/calendar.ts'
import { MARKETS } from '#src/domain/trading/market.ts'
import { remainingDeals, type ScriptDay } from '#src/domain/trading/scripted-days.ts'

/**
 * Days of history of a simulated market. Charts need a year and the trading day before that year.
 * The other days are a reserve for holidays.
 */
const HISTORY_DAYS = 400

/**
 * Stores the missing figures of the trading days of the last `HISTORY_DAYS` days. Excludes the most
 * recent days, because their deals are recorded one by one. Charts of 1m to 1a, the comparison with
 * the previous day and the TRM use these figures.
 */
export async function fillHistory({
  store,
  dealLog,
  scriptDay,
  seed,
  now,
}: {
  readonly store: Pick<MarketStore, 'storedDays'>
  readonly dealLog: Pick<DealLog, 'addDays'>
  readonly scriptDay: ScriptDay
  readonly seed: number
  readonly now: Instant
}): Promise<void> {
  const from = addDays(toDate(now), -HISTORY_DAYS)
  for (const market of MARKETS) {
    const storedDates = new Set((await store.storedDays(market)).map(({ date }) => date))
    const missingDays: StoredDay[] = []
    const firstRecentDay = recentTradingDays(market, now)[0] ?? from
    for (
      let date = nextTradingDay(market, addDays(from, -1));
      date < firstRecentDay;
      date = nextTradingDay(market, date)
    ) {
      const day = storedDates.has(date)
        ? null
        : summarizeStoredDay(market, date, remainingDeals(scriptDay(market, date)), seed)
      if (day) missingDays.push(day)
    }
    await dealLog.addDays(missingDays)
  }
}
