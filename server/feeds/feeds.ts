import type { FeedName, FeedSource } from '#src/domain/quotes/feeds.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import type { CertifiedTrms } from '#src/domain/trading/certified-trms.ts'

/** The state of a feed (D53); instants on the real clock. */
export interface FeedState {
  readonly name: FeedName
  readonly source: FeedSource
  /** Time between two requests, in ms; null without a provider. */
  readonly interval: number | null
  readonly lastAttemptAt: Instant | null
  readonly lastSuccessAt: Instant | null
  /** Time since the last success, in ms; null before the first success. */
  readonly lag: number | null
  /** Failed attempts since the last success. */
  readonly failures: number
  /** Why the last attempt failed, in Spanish; null after a success. */
  readonly error: string | null
  /** Whether two intervals passed without a success. */
  readonly late: boolean
}

/** The values of the providers; each is null until it is loaded. */
export interface ProvidedValues {
  currencies(): readonly CurrencyQuote[] | null
  stocks(): readonly SecurityQuote[] | null
  indices(): readonly SecurityQuote[] | null
  /** `shift` is market time minus real time, in ms. */
  indexSeries(shift: number): IndexSeries | null
  /** Newest first. */
  news(): readonly NewsItem[] | null
}

/** The data of providers, for other areas. */
export interface Feeds extends ProvidedValues {
  source(name: FeedName): FeedSource
  /** The TRMs that the authority certified, in the order of their dates. */
  certifiedTrms(): CertifiedTrms
  /** A version that changes with the certified TRMs. */
  trmVersion(): number
  /** The states of all feeds, from memory. */
  states(): readonly FeedState[]
}

/** The source of a feed without a provider. */
export function sourceWithoutProvider(
  name: FeedName,
  { production, marketSource }: { readonly production: boolean; readonly marketSource: string },
): FeedSource {
  if (name === 'trm') return 'deals'
  // Production shows no simulated values next to real prices.
  return production && marketSource !== 'simulator' ? 'none' : 'simulator'
}

/** The feeds of a server without providers. */
export function noFeeds(config: { readonly production: boolean; readonly marketSource: string }): Feeds {
  const noValue = () => null
  return {
    source: (name) => sourceWithoutProvider(name, config),
    currencies: noValue,
    stocks: noValue,
    indices: noValue,
    indexSeries: noValue,
    news: noValue,
    certifiedTrms: () => [],
    trmVersion: () => 0,
    states: () => [],
  }
}
