import type { Clock, Page, ReloadMark } from '#src/application/platform/ports.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Loads once: every call returns the same promise. After a rejection the next call loads again. */
export function fetchOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | null = null
  return () => {
    promise ??= load().catch((error: unknown) => {
      promise = null
      throw error
    })
    return promise
  }
}

/** Loads a part of the portal's code; after a failure it may reload the page. */
export type LoadCode = <T>(load: () => Promise<T>) => Promise<T>

export interface LoadCodeDeps {
  readonly page: Pick<Page, 'getSnapshot' | 'busy' | 'reload'>
  readonly clock: Clock
  readonly reloadMark: ReloadMark
}

/** Minimum time between two reloads for missing code, in ms. */
export const RELOAD_INTERVAL_MS = 10 * MINUTE_MS

/**
 * Loads code and reloads the page after a failure. After a deployment, an open page requests files
 * that no longer exist. When the page reloads, the promise of the failed load never settles. For
 * the next ten minutes, failures reject without a reload. They also reject while the page is
 * offline or busy, or when the browser cannot store the reload mark.
 */
export function createLoadCode({ page, clock, reloadMark }: LoadCodeDeps): LoadCode {
  /** Returns whether the page may reload now; if true, it has written the mark. */
  function claimReload(): boolean {
    const now = clock.now()
    const last = reloadMark.read()
    const isValid = last === null || last <= now
    // An unreadable mark, or a mark in the future, is replaced by the current instant.
    if (!isValid) reloadMark.write(now)
    if (!isValid || (last !== null && now - last < RELOAD_INTERVAL_MS)) return false
    return reloadMark.write(now)
  }

  return async (load) => {
    try {
      return await load()
    } catch (error) {
      if (!page.getSnapshot().online || page.busy() || !claimReload()) throw error
      page.reload()
      return new Promise(() => {})
    }
  }
}
