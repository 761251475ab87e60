import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { type MarketDaySource, summarizeDay } from '#src/domain/trading/day-summary.ts'
import type { TradingDay } from '#src/domain/trading/trading-day.ts'

/**
 * Creates a source of trading days. `held` lists the dates whose deals are in memory; other days
 * have only a summary. Without `held`, the deals of all days are in memory.
 */
export function daySource(
  days: readonly TradingDay[],
  { held }: { readonly held?: readonly BogotaDate[] } = {},
): MarketDaySource {
  const byKey = new Map(days.map((day) => [`${day.market} ${day.date}`, day]))
  const find = (market: string, date: BogotaDate) => byKey.get(`${market} ${date}`) ?? null
  const findFirst = (market: string) =>
    days
      .filter((day) => day.market === market)
      .map(({ date }) => date)
      .sort()[0] ?? null
  const first = { spot: findFirst('spot'), nextday: findFirst('nextday') }
  return {
    firstDay: (market) => first[market],
    tradingDay: (market, date) => (held === undefined || held.includes(date) ? find(market, date) : null),
    summary(market, date) {
      const day = find(market, date)
      return day && summarizeDay(day)
    },
  }
}
