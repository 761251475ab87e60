import type { Readable } from '#src/application/platform/readable.ts'
import { createSubscribers } from '#src/application/platform/view.ts'

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
  const subscribers = createSubscribers()
  let current: Announcement = { text: '', number: 0 }
  return {
    getSnapshot: () => current,
    subscribe: subscribers.subscribe,
    announce(text) {
      current = { text, number: current.number + 1 }
      subscribers.notify()
    },
  }
}
