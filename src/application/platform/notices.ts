import { SECTIONS_FAILED } from '#src/application/platform/failure-messages.ts'
import type { Timers } from '#src/application/platform/ports.ts'
import { createState, type Readable } from '#src/application/platform/readable.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/** A text for screen readers. `number` distinguishes announcements of the same text. */
export interface Announcement {
  readonly text: string
  readonly number: number
}

/** The last announcement, and those that a screen reader may still have to read, the oldest first. */
export interface Announcements extends Announcement {
  readonly recent: readonly Announcement[]
}

export interface Announcer extends Readable<Announcements> {
  /** Announces a text in the next pause of the screen reader. */
  announce(text: string): void
}

/** How long an announcement stays for a screen reader, which first ends what it reads. */
export const ANNOUNCEMENT_MS = 10 * SECOND_MS

/** The most announcements at a time: a key that is held makes many, of which the last ones matter. */
export const MAX_ANNOUNCEMENTS = 8

/** The announcer of the portal; the shell renders the recent announcements into a live region. */
export function createAnnouncer(timers: Timers): Announcer {
  const { set, ...state } = createState<Announcements>({ text: '', number: 0, recent: [] })

  function remove(number: number) {
    const current = state.getSnapshot()
    set({ ...current, recent: current.recent.filter((each) => each.number !== number) })
  }

  return {
    ...state,
    announce(text) {
      const current = state.getSnapshot()
      const added = { text, number: current.number + 1 }
      set({ ...added, recent: [...current.recent, added].slice(-MAX_ANNOUNCEMENTS) })
      timers.setTimeout(() => remove(added.number), ANNOUNCEMENT_MS)
    },
  }
}

/** The key that moves the focus to the button of a toast, and back. */
export const TOAST_KEY = 'F6'

/** A button of a toast. It removes the toast. */
export interface ToastAction {
  readonly text: string
  readonly run: () => void
}

/** A short message. `number` distinguishes two toasts with the same text. */
export interface Toast {
  readonly text: string
  readonly action?: ToastAction | undefined
  readonly number: number
}

/** Events of one kind that happened together. */
export interface ToastEvents {
  readonly kind: string
  readonly texts: readonly string[]
  readonly toSummary: (count: number) => string
  /** The button of a summary. */
  readonly action: ToastAction
}

/** The toast queue. `current` is null for an empty queue. Screen readers read a toast when it is shown. */
export interface Toasts extends Readable<{ readonly current: Toast | null }> {
  /** Adds a text to the queue, unless a waiting toast has the same text. */
  show(text: string, action?: ToastAction): void
  /** Adds events. Events of one kind that wait are one toast, which is a summary. */
  showEvents(events: ToastEvents): void
  /** Removes a toast and shows the next one. */
  dismiss(number: number): void
}

interface QueuedToast {
  readonly toast: Toast
  readonly events?: Pick<ToastEvents, 'kind' | 'texts'>
}

/** Creates the toast queue of the portal. It shows one toast at a time, the oldest first. */
export function createToasts(): Toasts {
  const { set, ...state } = createState<{ readonly current: Toast | null }>({ current: null })
  let queue: readonly QueuedToast[] = []
  let last = 0

  function setQueue(next: readonly QueuedToast[]) {
    queue = next
    set({ current: queue[0]?.toast ?? null })
  }

  function nextNumber() {
    last += 1
    return last
  }

  return {
    ...state,
    show(text, action) {
      // The action of a waiting toast would be that of another occasion.
      if (!action && queue.slice(1).some(({ toast }) => toast.text === text)) return
      setQueue([...queue, { toast: { text, action, number: nextNumber() } }])
    },
    showEvents(events) {
      const waiting = queue.slice(1).find((queued) => queued.events?.kind === events.kind)
      const texts = [...(waiting?.events?.texts ?? []), ...events.texts]
      const [only = '', ...more] = texts
      const shown = more.length === 0 ? { text: only } : { text: events.toSummary(texts.length), action: events.action }
      const toast = { ...shown, number: waiting?.toast.number ?? nextNumber() }
      const next = { toast, events: { kind: events.kind, texts } }
      setQueue(waiting === undefined ? [...queue, next] : queue.map((queued) => (queued === waiting ? next : queued)))
    },
    dismiss: (number) => setQueue(queue.filter(({ toast }) => toast.number !== number)),
  }
}

/** The failed sections of the page. They share one announcement. */
export interface Outage {
  /** Adds a failed section; the returned function removes it. */
  addFailure(): () => void
}

/** Calls `announce` for the first failed section; again only after all sections have recovered. */
export function createOutage(announce: (text: string) => void): Outage {
  const failed = new Set<object>()
  return {
    addFailure() {
      const section = {}
      if (failed.size === 0) announce(SECTIONS_FAILED)
      failed.add(section)
      return () => {
        failed.delete(section)
      }
    },
  }
}

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
