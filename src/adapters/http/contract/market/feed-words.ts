import type { FeedName, FeedSource } from '#src/domain/quotes/feeds.ts'

/** The names of the feeds on the wire. */
export const FEED_WORDS: Readonly<Record<FeedName, string>> = {
  trm: 'trm',
  currencies: 'divisas',
  stocks: 'acciones',
  indices: 'indices',
  news: 'noticias',
}

/** The names of the feeds' sources on the wire. */
export const FEED_SOURCE_WORDS: Readonly<Record<FeedSource, string>> = {
  provider: 'proveedor',
  simulator: 'simulado',
  deals: 'operaciones',
  none: 'ninguno',
}
