/**
 * What a screen shows, without React: any face may subscribe to it. A view starts its work with
 * its first subscriber and stops with its last.
 */
export interface View<S> {
  /** The current state: the same object until the next notification. */
  getSnapshot(): S
  /** Calls `listener` after each change; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** Starts what a view shows and returns the function that stops it. */
export type StartView = () => () => void

export interface Subscribers {
  subscribe(listener: () => void): () => void
  /** Calls every current listener. */
  notify(): void
  readonly size: number
}

/** The subscribers of one view: `start` runs when the first one comes, its result when the last one leaves. */
export function createSubscribers(start: StartView = () => () => {}): Subscribers {
  const listeners = new Set<() => void>()
  let stop: (() => void) | null = null

  return {
    subscribe(listener) {
      const entry = () => listener()
      listeners.add(entry)
      stop ??= start()
      return () => {
        if (!listeners.delete(entry) || listeners.size > 0) return
        stop?.()
        stop = null
      }
    },
    notify() {
      for (const listener of [...listeners]) listener()
    },
    get size() {
      return listeners.size
    },
  }
}
