/** Loads once: every call returns the same promise. After a rejection the next call loads again. */
export function fetchOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | null = null
  return () => {
    promise ??= load().catch((error: unknown) => {
      promise = null
      throw error
    })
    return promise
  }
}
