import { createHash } from 'node:crypto'
import { type FeedFailure, feedFailureMessage, parseJson } from '#server/feeds/feed-failure.ts'
import type { FeedStore, StoredFeed } from '#server/feeds/feed-store.ts'
import type { Result } from '#src/domain/result.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Wait after the first failure. Each later wait is twice as long, up to `MAX_RETRY_MS`. */
export const FIRST_RETRY_MS = 30 * SECOND_MS

/** The longest wait after failures, unless the interval is longer. */
const MAX_RETRY_MS = 15 * MINUTE_MS

/** The wait before the next attempt, in ms, after `failures` consecutive failures. */
function nextAttemptDelay(interval: number, failures: number): number {
  if (failures === 0) return interval
  const wait = FIRST_RETRY_MS * 2 ** (failures - 1)
  return Math.min(wait, Math.max(interval, MAX_RETRY_MS))
}

export interface FeedOptions<T> {
  readonly name: string
  /**
   * Identifies the provider: its request, and how its reply is read. Stored values of other
   * providers are ignored.
   */
  readonly provider: unknown
  /** Wait after a successful request, in ms. */
  readonly interval: number
  readonly load: (signal: AbortSignal) => Promise<Result<T, FeedFailure>>
  /** Parses a stored value; null when the value is invalid. */
  readonly parseContent: (content: unknown) => T | null
  readonly toContent: (value: T) => unknown
  /** Receives the stored value at the start, then each loaded value. */
  readonly onValue: (value: T) => void | Promise<void>
  /** Called after another process has stored a value, for values that are stored elsewhere. */
  readonly onStored?: () => Promise<void>
  readonly store: FeedStore
  /** The real clock. */
  readonly now: () => Instant
  /** Called with the first error of consecutive failures; with null at the recovery. */
  readonly onErrorChange: (error: string | null) => void
}

/** A feed of a provider. */
export interface Feed {
  readonly name: string
  readonly interval: number
  /** Returns the state after the last attempt; null before the first. */
  state(): StoredFeed | null
  /**
   * Loads the feed when it is due; concurrent calls share one attempt. Rejects when the database
   * fails.
   */
  loadIfDue(): Promise<void>
  /** Takes over the state that another process stored, with its value. */
  refresh(): Promise<void>
  /** Aborts the running attempt and waits for its end. */
  close(): Promise<void>
}

/** Opens a feed and restores its last valid value. */
export async function openFeed<T>(options: FeedOptions<T>): Promise<Feed> {
  const { name, interval, load, store, now, onValue } = options
  const provider = createHash('sha256').update(JSON.stringify(options.provider)).digest('hex')
  const closeController = new AbortController()
  let state = await store.find(name, provider)
  let runningAttempt: Promise<void> | null = null

  async function restoreValue() {
    const value = state?.content == null ? null : options.parseContent(parseJson(state.content))
    if (value !== null) await onValue(value)
  }

  await restoreValue()

  /** Passes a loaded value to `onValue`. Returns the next state, also after a failure. */
  async function applyResult(result: Result<T, FeedFailure>, attemptedAt: Instant): Promise<StoredFeed> {
    if (!result.ok) {
      const { failures, succeededAt, content } = state ?? { failures: 0, succeededAt: null, content: null }
      const error = feedFailureMessage(result.error)
      return { attemptedAt, succeededAt, failures: failures + 1, error, content }
    }
    await onValue(result.value)
    const content = JSON.stringify(options.toContent(result.value))
    return { attemptedAt, succeededAt: attemptedAt, failures: 0, error: null, content }
  }

  async function attempt() {
    const attemptedAt = now()
    const result = await load(closeController.signal)
    if (closeController.signal.aborted) return
    const nextState = await applyResult(result, attemptedAt)
    if ((nextState.error === null) !== ((state?.error ?? null) === null)) options.onErrorChange(nextState.error)
    state = nextState
    await store.save(name, provider, nextState)
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

    loadIfDue() {
      if (runningAttempt === null && (closeController.signal.aborted || !isDue())) return Promise.resolve()
      runningAttempt ??= attempt().finally(() => {
        runningAttempt = null
      })
      return runningAttempt
    },

    async refresh() {
      const stored = await store.find(name, provider)
      if (stored === null || stored.attemptedAt === state?.attemptedAt) return
      const hasNewValue = stored.succeededAt !== state?.succeededAt
      state = stored
      if (!hasNewValue) return
      await restoreValue()
      await options.onStored?.()
    },

    async close() {
      closeController.abort()
      await runningAttempt?.catch(() => undefined)
    },
  }
}
