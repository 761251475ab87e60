import { createSubscribers, type View } from '#src/application/platform/view.ts'

/**
 * Where 'No se pudo actualizar' is shown: in each section, or once in the page header (visual
 * §9).
 */
export type StaleNotePosition = 'section' | 'header'

/** The sections that show older values because their last refresh failed. */
export interface StaleSections extends View<StaleNotePosition> {
  /** A section became stale; the returned function removes it. */
  addSection(): () => void
  /** A page header that can show the note is mounted; the returned function removes it. */
  addHeader(): () => void
}

export function createStaleSections(): StaleSections {
  const subscribers = createSubscribers()
  const sections = new Set<object>()
  const headers = new Set<object>()

  const add = (entries: Set<object>) => () => {
    const entry = {}
    entries.add(entry)
    subscribers.notify()
    return () => {
      entries.delete(entry)
      subscribers.notify()
    }
  }

  return {
    subscribe: subscribers.subscribe,
    getSnapshot: () => (sections.size > 1 && headers.size > 0 ? 'header' : 'section'),
    addSection: add(sections),
    addHeader: add(headers),
  }
}
