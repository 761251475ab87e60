/** Limits how many resources each key holds at the same time. */
export interface ConcurrencyLimit {
  /**
   * Acquires a resource for the key. Returns the function that releases it, or null when the key
   * holds its maximum.
   */
  acquire(key: string): (() => void) | null
}

export function createConcurrencyLimit(maximum: number): ConcurrencyLimit {
  const counts = new Map<string, number>()

  function release(key: string) {
    const remaining = (counts.get(key) ?? 0) - 1
    if (remaining > 0) counts.set(key, remaining)
    else counts.delete(key)
  }

  return {
    acquire(key) {
      const count = counts.get(key) ?? 0
      if (count >= maximum) return null
      counts.set(key, count + 1)
      let isHeld = true
      return () => {
        if (isHeld) release(key)
        isHeld = false
      }
    },
  }
}
