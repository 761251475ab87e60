import type { Logger } from 'pino'

import type { ServerConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connection.ts'
import { createFeedStore } from '#server/feeds/feed-store.ts'
import { type FeedState, type Feeds, sourceWithoutProvider } from '#server/feeds/feeds.ts'
import { openProvidedFeeds } from '#server/feeds/provided-feeds.ts'
import type { QuotesMapping } from '#server/feeds/quotes-mapping.ts'
import { type Scheduler, timerScheduler } from '#server/scheduler.ts'
import { FEED_NAMES, type FeedName, isFeedLate } from '#src/domain/quotes/feeds.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Interval between two checks for feeds that are due. */
const FEED_CHECK_MS = 5 * SECOND_MS

interface FeedsDeps {
  readonly config: Pick<ServerConfig, 'production' | 'marketSource' | 'feeds'>
  readonly mapping: QuotesMapping
  readonly database: Database
  /** The real clock. */
  readonly now: () => Instant
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly scheduler?: Scheduler
  /**
   * Whether this process loads the feeds; by default it does. Another one takes over what that
   * process has stored.
   */
  readonly isWriter?: () => boolean
  /** Timeout of a whole request; tests shorten it. */
  readonly timeoutMs?: number
}

export interface FeedsModule extends Feeds {
  /** Loads the feeds that are due; a timer calls it. */
  loadDue(): Promise<void>
  /** Starts the timer and loads the feeds that are due. */
  start(): void
  /** Stops the timer and aborts running requests. */
  close(): Promise<void>
}

/** Opens the configured feeds. Only `start` and `loadDue` load them. */
export async function openFeeds(deps: FeedsDeps): Promise<FeedsModule> {
  const { config, mapping, now, logger, scheduler = timerScheduler, isWriter = () => true } = deps
  const openedAt = now()
  const providedFeeds = await openProvidedFeeds({
    providers: { ...config.feeds, quotes: mapping },
    store: createFeedStore(deps.database),
    now,
    ...(deps.timeoutMs !== undefined && { timeoutMs: deps.timeoutMs }),
    onErrorChange(feed, error) {
      if (error === null) logger.info({ feed }, 'the feed has recovered')
      else logger.warn({ feed, reason: error }, 'the feed failed; its last values remain in use')
    },
  })
  const { feeds } = providedFeeds
  const source = (name: FeedName) => (feeds.has(name) ? 'provider' : sourceWithoutProvider(name, config))

  function toState(name: FeedName): FeedState {
    const feed = feeds.get(name)
    const state = feed?.state() ?? null
    const { attemptedAt = null, succeededAt = null, failures = 0, error = null } = state ?? {}
    return {
      name,
      source: source(name),
      interval: feed?.interval ?? null,
      lastAttemptAt: attemptedAt,
      lastSuccessAt: succeededAt,
      lag: succeededAt === null ? null : Math.max(0, now() - succeededAt),
      failures,
      error,
      late: feed !== undefined && isFeedLate(succeededAt ?? openedAt, feed.interval, now()),
    }
  }

  let isStoreFailing = false

  /**
   * Loads the feeds that are due, or takes over those of the process that loads them. A feed that
   * cannot be stored does not stop other feeds.
   */
  async function loadDue() {
    const results = await Promise.allSettled(
      [...feeds.values()].map((feed) => (isWriter() ? feed.loadIfDue() : feed.refresh())),
    )
    const rejectedResult = results.find((result) => result.status === 'rejected')
    if (rejectedResult && !isStoreFailing)
      logger.error({ err: rejectedResult.reason }, 'feeds cannot be stored; it will be retried')
    isStoreFailing = rejectedResult !== undefined
  }

  let stopTimer: (() => void) | null = null

  return {
    ...providedFeeds,
    source,
    states: () => FEED_NAMES.map(toState),
    loadDue,

    start() {
      if (stopTimer !== null || feeds.size === 0) return
      stopTimer = scheduler.every(FEED_CHECK_MS, () => void loadDue())
      void loadDue()
    },

    async close() {
      stopTimer?.()
      await Promise.all([...feeds.values()].map((feed) => feed.close()))
    },
  }
}
