import { createSubscribers, type View } from '#src/application/platform/view.ts'

/**
 * Where 'No se pudo actualizar' stands: in the section, or once in the head of the page (visual
 * §9).
 */
export type StaleNotePlace = 'section' | 'head'

/** The sections that show older values because their last refresh failed. */
export interface StaleSections extends View<StaleNotePlace> {
  /** A section became stale; the returned function ends that. */
  addSection(): () => void
  /** A head that can show the note is on the page; the returned function ends that. */
  addHead(): () => void
}

export function createStaleSections(): StaleSections {
  const subscribers = createSubscribers()
  const sections = new Set<object>()
  const heads = new Set<object>()

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
    getSnapshot: () => (sections.size > 1 && heads.size > 0 ? 'head' : 'section'),
    addSection: add(sections),
    addHead: add(heads),
  }
}
