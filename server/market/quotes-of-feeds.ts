import type { Feeds } from '#server/feeds/feeds.ts'
import type { QuotesSource } from '#server/market/quotes-source.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface QuotesOfFeedsParts {
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
