import { answered } from '#src/adapters/memory/answers.ts'
import type { MemoryMarketNeeds } from '#src/adapters/memory/market.ts'
import type { NewsGateway } from '#src/application/market/news-gateway.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'
import { isTradingDay, previousTradingDay } from '#src/domain/time/calendar.ts'
import { trmOf } from '#src/domain/trading/trm.ts'
import type { MarketFacts } from '#src/simulator/market-facts.ts'
import { simulateNews } from '#src/simulator/simulate-news.ts'

const NO_TIME = Number.MIN_SAFE_INTEGER

/** These news, newest first; those without a time come last, in the order given. */
export function createMemoryNews(items: readonly NewsItem[]): NewsGateway {
  const sorted = [...items].sort((one, other) => (other.time ?? NO_TIME) - (one.time ?? NO_TIME))
  return { latest: (signal) => answered(signal, () => sorted) }
}

export interface SimulatedNewsNeeds extends MemoryMarketNeeds {
  readonly seed: number
}

/** The simulator's news about these days at the market's now. */
export function createSimulatedNews({ seed, marketClock, dayOf }: SimulatedNewsNeeds): NewsGateway {
  const facts: MarketFacts = {
    figuresAt(date, until) {
      const { counted } = dayOf('spot', date)
      return isTradingDay('spot', date) ? counted.figures(counted.countAt(until)) : null
    },
    trmOn: (date) => trmOf(dayOf('spot', previousTradingDay('spot', date)).trmDeals.figures()),
  }
  return { latest: (signal) => answered(signal, () => simulateNews({ seed, now: marketClock.now(), facts })) }
}
