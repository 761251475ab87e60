/** Returns the same promise at every call. After a rejection the next call fetches again. */
export function fetchOnce<T>(bring: () => Promise<T>): () => Promise<T> {
  let fetched: Promise<T> | null = null
  return () => {
    fetched ??= bring().catch((error: unknown) => {
      fetched = null
      throw error
    })
    return fetched
  }
}
