import { createState, type Readable } from '#src/application/platform/readable.ts'

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

export function createStaleSections(): StaleSections {
  const { set, ...state } = createState<{ readonly position: StaleNotePosition }>({ position: 'section' })
  const sections = new Set<object>()
  const headers = new Set<object>()

  const update = () => set({ position: sections.size > 1 && headers.size > 0 ? 'header' : 'section' })

  const createAdder = (entries: Set<object>) => () => {
    const entry = {}
    entries.add(entry)
    update()
    return () => {
      entries.delete(entry)
      update()
    }
  }

  return {
    ...state,
    addSection: createAdder(sections),
    addHeader: createAdder(headers),
  }
}
