/** Passes on that the application token was copied, from whoever copied it to whoever shows it (D10). */
export interface TokenNotice {
  tell(): void
  /** Gives back the way to stop. */
  subscribe(listener: () => void): () => void
}

export function createTokenNotice(): TokenNotice {
  const listeners = new Set<() => void>()
  return {
    tell() {
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      const told = () => listener()
      listeners.add(told)
      return () => {
        listeners.delete(told)
      }
    },
  }
}
