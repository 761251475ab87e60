import { replyOk } from '#src/adapters/memory/replies.ts'
import type { QuotesGateway } from '#src/application/market/quotes-gateway.ts'
import type { MarketClock } from '#src/application/platform/clocks.ts'
import { simulateIndexSeries, simulateQuotes } from '#src/simulator/simulate-quotes.ts'

export interface MemoryQuotesDeps {
  readonly seed: number
  readonly marketClock: MarketClock
}

/** The simulator's quotes at the market's now. */
export function createMemoryQuotes({ seed, marketClock }: MemoryQuotesDeps): QuotesGateway {
  const moment = () => ({ seed, now: marketClock.now() })
  return {
    currencies: (signal) => replyOk(signal, () => simulateQuotes(moment()).currencies),
    stocks: (signal) => replyOk(signal, () => simulateQuotes(moment()).stocks),
    indices: (signal) => replyOk(signal, () => simulateQuotes(moment()).indices),
    indexSeries: (signal) => replyOk(signal, () => simulateIndexSeries(moment())),
    feeds: (signal) => replyOk(signal, () => ({})),
  }
}
