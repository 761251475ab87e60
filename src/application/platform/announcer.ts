import { createState, type Readable } from '#src/application/platform/readable.ts'

/** A text for screen readers. `number` distinguishes announcements of the same text. */
export interface Announcement {
  readonly text: string
  readonly number: number
}

export interface Announcer extends Readable<Announcement> {
  /** Announces a text in the next pause of the screen reader. */
  announce(text: string): void
}

/** The announcer of the portal; the shell renders the announcement into a live region. */
export function createAnnouncer(): Announcer {
  const { set, ...state } = createState<Announcement>({ text: '', number: 0 })
  return {
    ...state,
    announce: (text) => set({ text, number: state.getSnapshot().number + 1 }),
  }
}
