import type { QuotesSource } from '#server/market/quotes-source.ts'
import { simulateIndexSeries, simulateQuotes } from '#src/adapters/simulator/simulate-quotes.ts'

/** Currencies, stock exchange and news of the simulated market. */
export const simulatedQuotes = (seed: number): QuotesSource => ({
  currencies: (now, dollar) => simulateQuotes(dollar === null ? { seed, now } : { seed, now, dollar }).currencies,
  stocks: (now) => simulateQuotes({ seed, now }).stocks,
  indices: (now) => simulateQuotes({ seed, now }).indices,
  indexSeries: (now) => simulateIndexSeries({ seed, now }),
  news: () => [],
})
