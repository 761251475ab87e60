import type { QuotesSource } from '#server/market/quotes-source.ts'
import type { MarketFacts } from '#src/simulator/market-facts.ts'
import { simulateNews } from '#src/simulator/simulate-news.ts'
import { simulateIndexSeries, simulateQuotes } from '#src/simulator/simulate-quotes.ts'

/** Creates the quotes and news of the simulated market. The news cite the figures of `facts`. */
export const createSimulatedQuotes = (seed: number, facts: MarketFacts): QuotesSource => ({
  isSimulated: () => true,
  isKnown: () => true,
  currencies: (now, dollar) => simulateQuotes(dollar === null ? { seed, now } : { seed, now, dollar }).currencies,
  stocks: (now) => simulateQuotes({ seed, now }).stocks,
  indices: (now) => simulateQuotes({ seed, now }).indices,
  indexSeries: (now) => simulateIndexSeries({ seed, now }),
  news: (now) => simulateNews({ seed, now, facts }),
})
