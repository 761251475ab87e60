import { type Observer, type Subscription, toObserver } from 'xstate'

/** Starts the work of a view and returns the function that stops it. */
export type StartView = () => () => void

export interface Subscribers {
  subscribe<S>(listener?: Observer<S> | ((snapshot: S) => void)): Subscription
  /** Calls every current listener. */
  notify(): void
  readonly size: number
}

/**
 * Creates the list of a view's subscribers. The first subscriber calls `start`; when the last
 * subscriber unsubscribes, the function that `start` returned runs.
 */
export function createSubscribers(
  start: StartView = () => () => {},
  getSnapshot: () => unknown = () => undefined,
): Subscribers {
  const listeners = new Set<() => void>()
  let state: 'stopped' | 'starting' | 'running' = 'stopped'
  let stop: () => void = () => {}

  function stopWhenUnused() {
    if (state !== 'running' || listeners.size > 0) return
    state = 'stopped'
    stop()
  }

  function startOnce() {
    if (state !== 'stopped') return
    state = 'starting'
    try {
      stop = start()
      state = 'running'
    } catch (error) {
      state = 'stopped'
      throw error
    }
  }

  return {
    subscribe<S>(listener?: Observer<S> | ((snapshot: S) => void)) {
      const observer = toObserver(listener)
      // The same function may subscribe twice.
      const uniqueListener = () => observer.next?.(getSnapshot() as S)
      listeners.add(uniqueListener)
      try {
        startOnce()
      } catch (error) {
        listeners.delete(uniqueListener)
        throw error
      }
      // `start` may notify a listener that unsubscribes immediately.
      stopWhenUnused()
      return {
        unsubscribe: () => {
          if (listeners.delete(uniqueListener)) stopWhenUnused()
        },
      }
    },
    notify() {
      for (const listener of [...listeners]) if (listeners.has(listener)) listener()
    },
    get size() {
      return listeners.size
    },
  }
}
