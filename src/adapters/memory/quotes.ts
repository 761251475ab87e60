import { answered } from '#src/adapters/memory/answers.ts'
import type { QuotesGateway } from '#src/application/market/quotes-gateway.ts'
import type { MarketClock } from '#src/application/platform/clocks.ts'
import { simulateIndexSeries, simulateQuotes } from '#src/simulator/simulate-quotes.ts'

export interface MemoryQuotesNeeds {
  readonly seed: number
  readonly marketClock: MarketClock
}

/** The simulator's quotes at the market's now. */
export function createMemoryQuotes({ seed, marketClock }: MemoryQuotesNeeds): QuotesGateway {
  const moment = () => ({ seed, now: marketClock.now() })
  return {
    currencies: (signal) => answered(signal, () => simulateQuotes(moment()).currencies),
    stocks: (signal) => answered(signal, () => simulateQuotes(moment()).stocks),
    indices: (signal) => answered(signal, () => simulateQuotes(moment()).indices),
    indexSeries: (signal) => answered(signal, () => simulateIndexSeries(moment())),
  }
}
