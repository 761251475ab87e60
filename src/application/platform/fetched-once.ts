/** The same promise at every call; one that rejected is forgotten, so that the next call tries again. */
export function fetchedOnce<T>(bring: () => Promise<T>): () => Promise<T> {
  let fetched: Promise<T> | null = null
  return () => {
    fetched ??= bring().catch((error: unknown) => {
      fetched = null
      throw error
    })
    return fetched
  }
}
