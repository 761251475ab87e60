/** How long a process uses what it read about a session, unless it writes sessions itself. */
export const SESSION_CACHE_MS = 1_000

/** Beyond it, the session that was read first is read again. */
const MAX_CACHED_SESSIONS = 10_000

interface CachedRead<T> {
  readonly value: Promise<T>
  readonly validUntil: number
}

interface SessionCache<T> {
  find(id: string): Promise<T>
  clear(): void
}

/**
 * Creates a cache of what `read` returns. Requests at the same time share one read. `now` is a
 * clock that is never set, in milliseconds.
 */
export function createSessionCache<T>(
  read: (id: string) => Promise<T>,
  now: () => number = () => performance.now(),
): SessionCache<T> {
  // In the order of the reads, because a map iterates in the order of insertion.
  const reads = new Map<string, CachedRead<T>>()

  function deleteOld(at: number) {
    for (const [id, { validUntil }] of reads) {
      if (at < validUntil && reads.size < MAX_CACHED_SESSIONS) return
      reads.delete(id)
    }
  }

  return {
    find(id) {
      const at = now()
      const cached = reads.get(id)
      if (cached !== undefined && at < cached.validUntil) return cached.value
      reads.delete(id)
      deleteOld(at)
      const value = read(id)
      // The end of the interval counts from the start of the read, which may see the state before
      // a commit of another process.
      const started = { value, validUntil: at + SESSION_CACHE_MS }
      reads.set(id, started)
      value.catch(() => reads.get(id) === started && reads.delete(id))
      return value
    },
    clear: () => reads.clear(),
  }
}
