import type { MemoryMarketDeps } from '#src/adapters/memory/market.ts'
import { replyOk } from '#src/adapters/memory/replies.ts'
import type { NewsGateway } from '#src/application/market/ports.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'
import { createMarketDayReader } from '#src/domain/trading/market-day.ts'
import { simulateNews } from '#src/simulator/simulate-news.ts'

const NO_TIME = Number.MIN_SAFE_INTEGER

/** The given news, newest first. Items without a time are last, in the given order. */
export function createMemoryNews(items: readonly NewsItem[]): NewsGateway {
  const sorted = [...items].sort((one, other) => (other.time ?? NO_TIME) - (one.time ?? NO_TIME))
  return { latest: (signal) => replyOk(signal, () => sorted) }
}

export interface SimulatedNewsDeps extends MemoryMarketDeps {
  readonly seed: number
}

/** The simulator's news about these days, up to the current market time. */
export function createSimulatedNews({ seed, marketClock, days }: SimulatedNewsDeps): NewsGateway {
  const facts = createMarketDayReader(days)
  return { latest: (signal) => replyOk(signal, () => simulateNews({ seed, now: marketClock.now(), facts })) }
}
