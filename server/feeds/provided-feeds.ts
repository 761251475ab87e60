import * as z from 'zod/mini'
import { type Feed, type FeedOptions, openFeed } from '#server/feeds/feed.ts'
import { FETCH_TIMEOUT_MS, type FeedFailure, JSON_ACCEPT, JSON_TYPES } from '#server/feeds/feed-failure.ts'
import type { FeedStore } from '#server/feeds/feed-store.ts'
import type { ProvidedValues } from '#server/feeds/feeds.ts'
import { type FeedRequest, type FeedText, fetchFeed } from '#server/feeds/fetch-feed.ts'
import { NEWS_ACCEPT, NEWS_TYPES, parseNewsFeed } from '#server/feeds/news-feed.ts'
import { parseCurrencies, parseSecurities, QUOTES_ACCEPT, QUOTES_TYPES } from '#server/feeds/quotes-feed.ts'
import type { QuotesMapping } from '#server/feeds/quotes-mapping.ts'
import { parseTrmFeed } from '#server/feeds/trm-feed.ts'
import type { FeedName } from '#src/domain/quotes/feeds.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { type Instant, MINUTE_MS, SECOND_MS, toDate } from '#src/domain/time/bogota.ts'
import type { CertifiedTrm, CertifiedTrms } from '#src/domain/trading/certified-trms.ts'

/** The values of the first index, on the last day on which it changed. */
interface CollectedSeries {
  readonly name: string
  readonly times: readonly Instant[]
  readonly values: readonly number[]
}

/** Maximum number of points of a day: one every 20 s. */
const MAX_POINTS = 4_320

const EMPTY_SERIES: CollectedSeries = { name: '', times: [], values: [] }

/**
 * Adds the value of the first index to the series when the value has changed. Another index, or the
 * first change on another day, starts a new series.
 */
function collectPoint(series: CollectedSeries, quotes: readonly SecurityQuote[], at: Instant): CollectedSeries {
  const [index] = quotes
  if (index === undefined) return series
  const { name, value } = index
  const lastTime = series.times.at(-1)
  if (series.name !== name || lastTime === undefined) return { name, times: [at], values: [value] }
  if (series.values.at(-1) === value || at <= lastTime) return series
  if (toDate(lastTime) !== toDate(at)) return { name, times: [at], values: [value] }
  const times = [...series.times, at].slice(-MAX_POINTS)
  const values = [...series.values, value].slice(-MAX_POINTS)
  return { name, times, values }
}

/** Converts a series to market time. `shift` is market time minus real time, in ms. */
const toIndexSeries = ({ name, times, values }: CollectedSeries, shift: number): IndexSeries => ({
  name,
  times: Float64Array.from(times, (time) => time + shift),
  values: Float64Array.from(values),
})

/** Time between two requests of the certified TRM. */
const TRM_INTERVAL_MS = 15 * MINUTE_MS

/** Time between two requests of the news. */
const NEWS_INTERVAL_MS = 5 * MINUTE_MS

/** Time between two requests of quotes, unless their mapping sets it. */
const QUOTES_INTERVAL_MS = MINUTE_MS

/** The configured providers; null or missing without a provider. */
interface FeedProviders {
  readonly trmUrl: string | null
  readonly newsUrl: string | null
  readonly quotes: QuotesMapping
}

interface ProvidedFeedsDeps {
  readonly providers: FeedProviders
  readonly store: FeedStore
  /** The real clock. */
  readonly now: () => Instant
  /** Called with the first error of consecutive failures of a feed; with null at the recovery. */
  readonly onErrorChange: (name: FeedName, error: string | null) => void
  /** Timeout of a whole request; tests shorten it. */
  readonly timeoutMs?: number
}

/** The feeds that have a provider, and their values. */
interface ProvidedFeeds extends ProvidedValues {
  readonly feeds: ReadonlyMap<FeedName, Feed>
  certifiedTrms(): CertifiedTrms
  trmVersion(): number
}

const newsSchema = z.array(
  z.object({
    id: z.string(),
    headline: z.string(),
    body: z.string(),
    link: z.nullable(z.string()),
    time: z.nullable(z.number()),
  }),
)
const securitiesSchema = z.array(z.object({ name: z.string(), value: z.number(), change: z.number() }))
const currenciesSchema = z.array(z.object({ from: z.string(), to: z.string(), value: z.number(), change: z.number() }))
const indicesSchema = z.object({
  quotes: securitiesSchema,
  series: z.object({ name: z.string(), times: z.array(z.number()), values: z.array(z.number()) }),
})

interface FeedDefinition<T> extends Pick<FeedOptions<T>, 'interval' | 'onValue' | 'onStored'> {
  readonly request: FeedRequest
  /** How the reply is read. Without a mapping, the request alone identifies the provider. */
  readonly mapping?: object
  readonly parse: (reply: FeedText) => Result<T, FeedFailure>
  /** The schema of the stored value; null for a feed that stores its values elsewhere. */
  readonly contentSchema: z.ZodMiniType<T> | null
}

/** Opens the feeds that have a provider and restores their last valid values. */
export async function openProvidedFeeds({
  providers,
  store,
  now,
  onErrorChange,
  timeoutMs = FETCH_TIMEOUT_MS,
}: ProvidedFeedsDeps): Promise<ProvidedFeeds> {
  const { trmUrl, newsUrl, quotes } = providers
  const feeds = new Map<FeedName, Feed>()
  let certifiedTrms: CertifiedTrms = trmUrl === null ? [] : await store.listCertifiedTrms()
  let trmVersion = 0
  let news: readonly NewsItem[] | null = null
  let currencies: readonly CurrencyQuote[] | null = null
  let stocks: readonly SecurityQuote[] | null = null
  let indices: { readonly quotes: readonly SecurityQuote[]; readonly series: CollectedSeries } | null = null

  async function addFeed<T>(name: FeedName, { request, mapping, parse, contentSchema, ...rest }: FeedDefinition<T>) {
    const feed = await openFeed<T>({
      ...rest,
      name,
      // The hash of this value is stored: other property names would discard the stored values.
      provider: mapping === undefined ? request : { request, fields: mapping },
      store,
      now,
      onErrorChange: (error) => onErrorChange(name, error),
      parseContent: (content) => contentSchema?.safeParse(content).data ?? null,
      toContent: (value) => (contentSchema === null ? null : value),
      async load(signal) {
        const reply = await fetchFeed(request, { signal, timeoutMs })
        return reply.ok ? parse(reply.value) : reply
      },
    })
    feeds.set(name, feed)
  }

  async function readTrms() {
    certifiedTrms = await store.listCertifiedTrms()
    trmVersion++
  }

  async function saveTrms(trms: readonly CertifiedTrm[]) {
    if (await store.saveTrms(trms, now())) await readTrms()
  }

  function toQuotesProvider({ every, ...mapping }: NonNullable<QuotesMapping['stocks' | 'currencies']>) {
    const { url, format, headers = {} } = mapping
    const request = { url, headers, types: QUOTES_TYPES[format], accept: QUOTES_ACCEPT[format] }
    return { request, mapping, interval: every === undefined ? QUOTES_INTERVAL_MS : every * SECOND_MS }
  }

  if (trmUrl !== null) {
    await addFeed('trm', {
      request: { url: trmUrl, types: JSON_TYPES, accept: JSON_ACCEPT },
      interval: TRM_INTERVAL_MS,
      parse: parseTrmFeed,
      contentSchema: null,
      onValue: saveTrms,
      onStored: readTrms,
    })
  }
  if (quotes.currencies) {
    const mapping = quotes.currencies
    await addFeed('currencies', {
      ...toQuotesProvider(mapping),
      parse: (reply) => parseCurrencies(reply, mapping),
      contentSchema: currenciesSchema,
      onValue(value) {
        currencies = value
      },
    })
  }
  if (quotes.stocks) {
    const mapping = quotes.stocks
    await addFeed('stocks', {
      ...toQuotesProvider(mapping),
      parse: (reply) => parseSecurities(reply, mapping),
      contentSchema: securitiesSchema,
      onValue(value) {
        stocks = value
      },
    })
  }
  if (quotes.indices) {
    const mapping = quotes.indices
    await addFeed('indices', {
      ...toQuotesProvider(mapping),
      parse(reply) {
        const parsed = parseSecurities(reply, mapping)
        if (!parsed.ok) return parsed
        return ok({ quotes: parsed.value, series: collectPoint(indices?.series ?? EMPTY_SERIES, parsed.value, now()) })
      },
      contentSchema: indicesSchema,
      onValue(value) {
        indices = value
      },
    })
  }
  if (newsUrl !== null) {
    await addFeed('news', {
      request: { url: newsUrl, types: NEWS_TYPES, accept: NEWS_ACCEPT },
      interval: NEWS_INTERVAL_MS,
      parse: parseNewsFeed,
      contentSchema: newsSchema,
      onValue(value) {
        news = value
      },
    })
  }

  return {
    feeds,
    certifiedTrms: () => certifiedTrms,
    trmVersion: () => trmVersion,
    currencies: () => currencies,
    stocks: () => stocks,
    indices: () => indices?.quotes ?? null,
    indexSeries: (shift) => (indices === null ? null : toIndexSeries(indices.series, shift)),
    news: () => news,
  }
}
