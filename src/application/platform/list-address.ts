import type { Timers } from '#src/application/platform/clocks.ts'
import type { ListView } from '#src/application/platform/list-view.ts'

export type AddressedList = Pick<ListView<never>, 'subscribe' | 'toQuery' | 'readQuery'>

/** Connects the choices of a list (search, filters, order, page) to the query of the address. */
export interface ListAddress {
  /** Calls `write` with each new query; the returned function stops and drops an unwritten one. */
  start(write: (query: string) => void): () => void
  /** Reads the choices again when the query changed by other means: a link, Back. */
  follow(query: string): void
  /** Writes the latest choices at once: the page is about to be left. */
  flush(): void
}

export interface ListAddressDeps {
  readonly timers: Timers
}

/**
 * Pause after the last choice before the address is written, in ms. A new address renders every
 * part of the page that reads it. Browsers also limit changes to about ten per second.
 */
const PAUSE_MS = 250

/** `initial` is the query that the list was created with. */
export function createListAddress({ timers }: ListAddressDeps, list: AddressedList, initial: string): ListAddress {
  let known = initial
  let waiting: unknown = null
  let write: (query: string) => void = () => {}

  function cancel() {
    if (waiting !== null) timers.clearTimeout(waiting)
    waiting = null
  }

  function flush() {
    if (waiting === null) return
    cancel()
    const next = list.toQuery(known)
    if (next === known) return
    known = next
    write(next)
  }

  return {
    start(writeQuery) {
      write = writeQuery
      const stop = list.subscribe(() => {
        cancel()
        waiting = timers.setTimeout(flush, PAUSE_MS)
      })
      return () => {
        stop()
        cancel()
      }
    },
    follow(query) {
      if (query === known) return
      cancel()
      known = query
      list.readQuery(query)
      cancel()
    },
    flush,
  }
}
