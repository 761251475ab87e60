import { type FirstView, toFirstValue } from '#src/application/market/first-view.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import {
  createResource,
  type FirstValue,
  type Load,
  type ResourceDeps,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import type { Ports } from '#src/application/ports.ts'
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

export type QuotesViewDeps = ResourceDeps & Pick<Ports, 'quotes' | 'news'>

/** Refreshes each part every `interval` ms. */
export function createQuotesView(
  deps: QuotesViewDeps,
  interval: number,
  first: FirstView | null = null,
): Readable<QuotesState> {
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
  const view = createDerivedView<QuotesState>(
    () => ({
      currencies: resources.currencies.getSnapshot(),
      stocks: resources.stocks.getSnapshot(),
      indices: resources.indices.getSnapshot(),
      indexSeries: resources.indexSeries.getSnapshot(),
      news: resources.news.getSnapshot(),
      feeds: resources.feeds.getSnapshot().value,
    }),
    () => {
      const unsubscribes = Object.values(resources).map((resource) => resource.subscribe(view.refresh).unsubscribe)
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
  )
  return view
}
