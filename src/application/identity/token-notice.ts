/** Notifies subscribers that the application token was copied to the clipboard (D10). */
export interface TokenNotice {
  notifyCopied(): void
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

export function createTokenNotice(): TokenNotice {
  const listeners = new Set<() => void>()
  return {
    notifyCopied() {
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      const subscription = () => listener()
      listeners.add(subscription)
      return () => {
        listeners.delete(subscription)
      }
    },
  }
}
