import { replyOk } from '#src/adapters/memory/replies.ts'
import type { QuotesGateway } from '#src/application/market/ports.ts'
import type { MarketClock } from '#src/application/platform/ports.ts'
import { simulateIndexSeries, simulateQuotes } from '#src/simulator/simulate-quotes.ts'

export interface MemoryQuotesDeps {
  readonly seed: number
  readonly marketClock: MarketClock
}

/** The simulator's quotes at the current market time. */
export function createMemoryQuotes({ seed, marketClock }: MemoryQuotesDeps): QuotesGateway {
  const createQuery = () => ({ seed, now: marketClock.now() })
  return {
    currencies: (signal) => replyOk(signal, () => simulateQuotes(createQuery()).currencies),
    stocks: (signal) => replyOk(signal, () => simulateQuotes(createQuery()).stocks),
    indices: (signal) => replyOk(signal, () => simulateQuotes(createQuery()).indices),
    indexSeries: (signal) => replyOk(signal, () => simulateIndexSeries(createQuery())),
    feeds: (signal) => replyOk(signal, () => ({})),
  }
}
