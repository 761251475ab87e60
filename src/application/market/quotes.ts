import { type FirstView, toFirstValue } from '#src/application/market/first-view.ts'
import type { MarketPorts } from '#src/application/market/ports.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import {
  createResource,
  type FirstValue,
  type Load,
  type ResourceDeps,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import type { FeedStatuses } from '#src/domain/quotes/feeds.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'

/** The quotes and the news next to the dollar market. */
export interface QuotesState {
  readonly currencies: ResourceState<readonly CurrencyQuote[]>
  readonly stocks: ResourceState<readonly SecurityQuote[]>
  readonly indices: ResourceState<readonly SecurityQuote[]>
  readonly indexSeries: ResourceState<IndexSeries>
  readonly news: ResourceState<readonly NewsItem[]>
  /**
   * How old the data of each provider is (D53). Null before the first load, and when the server
   * does not send it.
   */
  readonly feeds: FeedStatuses | null
}

export type QuotesViewDeps = ResourceDeps & Pick<MarketPorts, 'quotes' | 'news'>

export interface QuotesView extends Readable<QuotesState> {
  /** Loads every part now. */
  retry(): void
}

/** Refreshes each part every `interval` ms. */
export function createQuotesView(deps: QuotesViewDeps, interval: number, first: FirstView | null = null): QuotesView {
  const { quotes, news } = deps
  const createPart = <T>(load: Load<T>, value: FirstValue<T> | null) =>
    createResource(deps, { load, interval }, { first: value })
  const resources = {
    currencies: createPart(quotes.currencies, toFirstValue(first, 'currencies')),
    stocks: createPart(quotes.stocks, toFirstValue(first, 'stocks')),
    indices: createPart(quotes.indices, toFirstValue(first, 'indices')),
    indexSeries: createPart(quotes.indexSeries, toFirstValue(first, 'indexSeries')),
    news: createPart(news.latest, toFirstValue(first, 'news')),
    feeds: createPart(quotes.feeds, toFirstValue(first, 'feeds')),
  }
  return {
    ...combine(resources, ({ feeds, ...parts }): QuotesState => ({ ...parts, feeds: feeds.value })),
    retry() {
      for (const { retry } of Object.values(resources)) retry()
    },
  }
}
