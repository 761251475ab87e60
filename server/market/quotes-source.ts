import type { Feeds } from '#server/feeds/feeds.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import type { MarketFacts } from '#src/simulator/market-facts.ts'
import { simulateNews } from '#src/simulator/simulate-news.ts'
import { simulateIndexSeries, simulateQuotes } from '#src/simulator/simulate-quotes.ts'

/**
 * The dollar price that the audience may see, in pesos: current price and previous trading day's
 * close.
 */
export interface VisibleDollar {
  readonly value: number
  readonly previous: number
}

export type QuotesKind = 'currencies' | 'stocks' | 'indices' | 'news'

/** Source of currencies, stocks, indices and news. */
export interface QuotesSource {
  /** Whether a kind is simulated (D41). */
  isSimulated(kind: QuotesKind): boolean
  /** Whether a kind has values: a provider has no values before its first success. */
  isKnown(kind: QuotesKind): boolean
  /** `dollar` is null while no price is visible. */
  currencies(now: Instant, dollar: VisibleDollar | null): readonly CurrencyQuote[]
  stocks(now: Instant): readonly SecurityQuote[]
  indices(now: Instant): readonly SecurityQuote[]
  indexSeries(now: Instant): IndexSeries
  /** Newest first. */
  news(now: Instant): readonly NewsItem[]
}

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

interface QuotesOfFeedsParts {
  readonly feeds: Feeds
  readonly simulated: QuotesSource
  /** The real clock. */
  readonly realNow: () => Instant
}

const NO_SERIES = { name: '', times: new Float64Array(), values: new Float64Array() }

/** Reads each kind of quotes from a provider or the simulator, or returns no quotes (D53). */
export function createQuotesOfFeeds({ feeds, simulated, realNow }: QuotesOfFeedsParts): QuotesSource {
  const isSimulated: QuotesSource['isSimulated'] = (kind) => feeds.source(kind) === 'simulator'
  const readQuotes = <T>(
    kind: Parameters<typeof isSimulated>[0],
    simulate: () => T,
    provide: () => T | null,
    empty: T,
  ): T => (isSimulated(kind) ? simulate() : (provide() ?? empty))

  return {
    isSimulated,
    isKnown: (kind) => feeds.source(kind) !== 'provider' || feeds[kind]() !== null,
    currencies: (now, dollar) =>
      readQuotes('currencies', () => simulated.currencies(now, dollar), feeds.currencies, []),
    stocks: (now) => readQuotes('stocks', () => simulated.stocks(now), feeds.stocks, []),
    indices: (now) => readQuotes('indices', () => simulated.indices(now), feeds.indices, []),
    indexSeries: (now) =>
      readQuotes(
        'indices',
        () => simulated.indexSeries(now),
        () => feeds.indexSeries(now - realNow()),
        NO_SERIES,
      ),
    news: (now) => readQuotes('news', () => simulated.news(now), feeds.news, []),
  }
}
