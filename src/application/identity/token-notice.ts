/** Notifies subscribers that the application token was copied to the clipboard (D10). */
export interface TokenNotice {
  notifyCopied(): void
  /** Calls `listener` after each copy; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void
}

export function createTokenNotice(): TokenNotice {
  const listeners = new Set<() => void>()
  return {
    notifyCopied() {
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      const uniqueListener = () => listener()
      listeners.add(uniqueListener)
      return () => {
        listeners.delete(uniqueListener)
      }
    },
  }
}
