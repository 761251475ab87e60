/** The listeners of something that happens. One listener may subscribe several times. */
export interface Listeners<Args extends readonly unknown[]> {
  /** Calls every listener, also one that unsubscribes meanwhile. */
  notify(...args: Args): void
  /** The returned function unsubscribes. */
  subscribe(listener: (...args: Args) => void): () => void
}

export function createListeners<Args extends readonly unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    notify(...args) {
      for (const listener of [...listeners]) listener(...args)
    },
    subscribe(listener) {
      const uniqueListener = (...args: Args) => listener(...args)
      listeners.add(uniqueListener)
      return () => {
        listeners.delete(uniqueListener)
      }
    },
  }
}

/** Returns one function that stops all that has been started. */
export const startAll =
  (...stops: readonly (() => void)[]) =>
  (): void => {
    for (const stop of stops) stop()
  }
