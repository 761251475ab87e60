import { createHash } from 'node:crypto'

import type { FeedFailure } from '#server/feeds/feed-failure.ts'
import type { FeedStore, StoredFeed } from '#server/feeds/feed-store.ts'
import { feedFailureMessage } from '#server/feeds/messages.ts'
import { parseJson } from '#server/feeds/parse-json.ts'
import type { Result } from '#src/domain/result.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Wait after the first failure; each next wait is twice as long. */
export const FIRST_RETRY_MS = 30 * SECOND_MS

/** The longest wait after failures, unless the interval is longer. */
export const MAX_RETRY_MS = 15 * MINUTE_MS

const MAX_DOUBLINGS = 10

/** The wait before the next attempt, after `failures` consecutive failures. */
export function nextAttemptDelay(interval: number, failures: number): number {
  if (failures === 0) return interval
  const wait = FIRST_RETRY_MS * 2 ** Math.min(failures - 1, MAX_DOUBLINGS)
  return Math.min(wait, Math.max(interval, MAX_RETRY_MS))
}

export interface FeedParts<T> {
  readonly name: string
  /** The address and the mapping. Stored values of another provider are ignored. */
  readonly provider: unknown
  /** Time between two successful requests, in ms. */
  readonly interval: number
  readonly load: (signal: AbortSignal) => Promise<Result<T, FeedFailure>>
  /** Parses a stored value; null when the value is invalid. */
  readonly restore: (content: unknown) => T | null
  readonly toContent: (value: T) => unknown
  /** Receives the stored value at the start, then each loaded value. */
  readonly accept: (value: T) => void | Promise<void>
  readonly store: FeedStore
  /** The real clock. */
  readonly now: () => Instant
  /** Called with the error of the first failure after a success, and with null at the recovery. */
  readonly onChange: (error: string | null) => void
}

/** A feed of a provider. */
export interface Feed {
  readonly name: string
  readonly interval: number
  state(): StoredFeed | null
  /**
   * Loads the feed when it is due; concurrent calls share one attempt. Rejects when the database
   * fails.
   */
  check(): Promise<void>
  /** Aborts the running attempt and waits for its end. */
  close(): Promise<void>
}

/** Opens a feed and restores its last valid value. */
export async function openFeed<T>(parts: FeedParts<T>): Promise<Feed> {
  const { name, interval, load, store, now, accept } = parts
  const provider = createHash('sha256').update(JSON.stringify(parts.provider)).digest('hex')
  const closing = new AbortController()
  let state = await store.find(name, provider)
  let running: Promise<void> | null = null

  const restored = state?.content == null ? null : parts.restore(parseJson(state.content))
  if (restored !== null) await accept(restored)

  /** Accepts a loaded value. Returns the next state of the feed. */
  async function applyResult(loaded: Result<T, FeedFailure>, attemptedAt: Instant): Promise<StoredFeed> {
    if (!loaded.ok) {
      const { failures, succeededAt, content } = state ?? { failures: 0, succeededAt: null, content: null }
      const error = feedFailureMessage(loaded.error)
      return { attemptedAt, succeededAt, failures: failures + 1, error, content }
    }
    await accept(loaded.value)
    const content = JSON.stringify(parts.toContent(loaded.value))
    return { attemptedAt, succeededAt: attemptedAt, failures: 0, error: null, content }
  }

  async function attempt() {
    const attemptedAt = now()
    const loaded = await load(closing.signal)
    if (closing.signal.aborted) return
    const next = await applyResult(loaded, attemptedAt)
    if ((next.error === null) !== ((state?.error ?? null) === null)) parts.onChange(next.error)
    state = next
    await store.save(name, provider, next)
  }

  function isDue() {
    if (state === null) return true
    const elapsed = now() - state.attemptedAt
    // A clock that was set back must not stop the feed.
    return elapsed < 0 || elapsed >= nextAttemptDelay(interval, state.failures)
  }

  return {
    name,
    interval,
    state: () => state,

    check() {
      if (running === null && (closing.signal.aborted || !isDue())) return Promise.resolve()
      running ??= attempt().finally(() => {
        running = null
      })
      return running
    },

    async close() {
      closing.abort()
      await running?.catch(() => undefined)
    },
  }
}
