import type { AlertFiring } from '#src/domain/alerts/alert.ts'

/**
 * Up to which firing a page has shown the news; null before its first list. Ids of firings grow, and
 * every list has all firings after some id.
 */
export interface AlertNewsState {
  readonly lastId: number | null
}

export const NO_NEWS: AlertNewsState = { lastId: null }

/** What fired before the page was open is no news, but what the stream has announced since is. */
export const announceFiring = ({ lastId }: AlertNewsState, id: number): AlertNewsState => ({ lastId: lastId ?? id - 1 })

interface ReadNews {
  readonly state: AlertNewsState
  /** The new firings, the oldest first. */
  readonly news: readonly AlertFiring[]
}

/** Finds the news of a list. A late list of an older call has none twice. */
export function readNews({ lastId }: AlertNewsState, firings: readonly AlertFiring[]): ReadNews {
  const news = firings.filter(({ id }) => lastId !== null && id > lastId).toSorted((one, other) => one.id - other.id)
  return { state: { lastId: Math.max(lastId ?? 0, ...firings.map(({ id }) => id)) }, news }
}
