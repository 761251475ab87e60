import type { Readable } from '#src/application/platform/readable.ts'
import { createSubscribers } from '#src/application/platform/view.ts'

/**
 * Where 'No se pudo actualizar' is shown: in each section, or once in the page header (visual
 * §9).
 */
export type StaleNotePosition = 'section' | 'header'

/** Selects the position of the note by the number of sections whose last refresh failed. */
export interface StaleSections extends Readable<{ readonly position: StaleNotePosition }> {
  /** Adds a stale section; the returned function removes it. */
  addSection(): () => void
  /** Adds a mounted page header that can show the note; the returned function removes it. */
  addHeader(): () => void
}

const IN_SECTION = { position: 'section' } as const
const IN_HEADER = { position: 'header' } as const

export function createStaleSections(): StaleSections {
  const subscribers = createSubscribers()
  const sections = new Set<object>()
  const headers = new Set<object>()

  const createAdder = (entries: Set<object>) => () => {
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
    getSnapshot: () => (sections.size > 1 && headers.size > 0 ? IN_HEADER : IN_SECTION),
    addSection: createAdder(sections),
    addHeader: createAdder(headers),
  }
}
