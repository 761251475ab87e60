import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { createTradingDay, type TradingDay } from '#src/domain/trading/trading-day.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'

function simulatedDay(seed: number, market: Market, date: BogotaDate): TradingDay {
  const { deals, annulments } = simulateDay({ seed, market, date })
  const annulled = new Set(annulments.map(({ id }) => id))
  const day = createTradingDay(market, date)
  for (const [sequence, deal] of deals.entries()) {
    if (!annulled.has(deal.id)) day.record({ ...deal, sequence })
  }
  return day
}

/** The simulator's sessions without their annulled deals, each made when it is first asked for. */
export function createSimulatedDays(seed: number): (market: Market, date: BogotaDate) => TradingDay {
  const days = new Map<string, TradingDay>()
  return (market, date) => {
    const key = `${market} ${date}`
    const day = days.get(key) ?? simulatedDay(seed, market, date)
    days.set(key, day)
    return day
  }
}
