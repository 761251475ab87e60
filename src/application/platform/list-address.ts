import type { Subscription } from 'xstate'

import type { Timers } from '#src/application/platform/clocks.ts'
import type { ListView } from '#src/application/platform/list-view.ts'

export interface AddressedList extends Pick<ListView<never>, 'toQuery' | 'applyQuery'> {
  subscribe(listener: () => void): Pick<Subscription, 'unsubscribe'>
}

/** Connects the choices of a list (search, filters, order, page) to the query of the page URL. */
export interface ListAddress {
  /**
   * Calls `write` with each query that differs from that of the page URL, after a pause. The
   * returned function stops and cancels a pending write.
   */
  start(write: (query: string) => void): () => void
  /** Reads the choices from a query that a link or Back has opened; discards unwritten choices. */
  follow(query: string): void
  /** Writes pending choices without the pause, before the user leaves the page. */
  flush(): void
}

export interface ListAddressDeps {
  readonly timers: Timers
}

/**
 * Pause between the last choice and the write, in ms. Each write renders every component that reads
 * the URL. Browsers also limit changes of the URL to about ten per second.
 */
const PAUSE_MS = 250

/** Encodes a query as `toQuery` does. The router decodes accents, so equal queries may differ. */
const normalizeQuery = (query: string) => `${new URLSearchParams(query)}`

/** `initialQuery` is the query of the page URL when the list was created. */
export function createListAddress({ timers }: ListAddressDeps, list: AddressedList, initialQuery: string): ListAddress {
  let currentQuery = normalizeQuery(initialQuery)
  let writeTimer: unknown = null
  let write: (query: string) => void = () => {}

  function cancelWrite() {
    if (writeTimer !== null) timers.clearTimeout(writeTimer)
    writeTimer = null
  }

  function flush() {
    if (writeTimer === null) return
    cancelWrite()
    const next = list.toQuery(currentQuery)
    if (next === currentQuery) return
    currentQuery = next
    write(next)
  }

  function scheduleWrite() {
    cancelWrite()
    writeTimer = timers.setTimeout(flush, PAUSE_MS)
  }

  return {
    start(writeQuery) {
      write = writeQuery
      const unsubscribe = list.subscribe(scheduleWrite).unsubscribe
      scheduleWrite()
      return () => {
        unsubscribe()
        cancelWrite()
      }
    },
    follow(query) {
      const next = normalizeQuery(query)
      if (next === currentQuery) return
      cancelWrite()
      currentQuery = next
      // Also schedules a write, because the requested page may not exist.
      list.applyQuery(next)
    },
    flush,
  }
}
