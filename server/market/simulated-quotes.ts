import type { QuotesSource } from '#server/market/quotes-source.ts'
import type { MarketFacts } from '#src/simulator/market-facts.ts'
import { simulateNews } from '#src/simulator/simulate-news.ts'
import { simulateIndexSeries, simulateQuotes } from '#src/simulator/simulate-quotes.ts'

/** Currencies, stock dealLog and news of the simulated market; the news tell of the dollar what `facts` know. */
export const simulatedQuotes = (seed: number, facts: MarketFacts): QuotesSource => ({
  currencies: (now, dollar) => simulateQuotes(dollar === null ? { seed, now } : { seed, now, dollar }).currencies,
  stocks: (now) => simulateQuotes({ seed, now }).stocks,
  indices: (now) => simulateQuotes({ seed, now }).indices,
  indexSeries: (now) => simulateIndexSeries({ seed, now }),
  news: (now) => simulateNews({ seed, now, facts }),
})
