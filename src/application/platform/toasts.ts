import type { Readable } from '#src/application/platform/readable.ts'
import { createSubscribers } from '#src/application/platform/view.ts'

/** A short message. `number` distinguishes two toasts with the same text. */
export interface Toast {
  readonly text: string
  readonly number: number
}

/** The toast queue; its snapshot is the current toast, null for an empty queue. */
export interface Toasts extends Readable<Toast | null> {
  /** Adds a text to the queue, unless a waiting toast has the same text. */
  show(text: string): void
  /** Removes a toast and shows the next one. */
  dismiss(number: number): void
}

/** Creates the toast queue of the portal. It shows one toast at a time, the oldest first. */
export function createToasts(): Toasts {
  const subscribers = createSubscribers()
  let queue: readonly Toast[] = []
  let last = 0
  return {
    getSnapshot: () => queue[0] ?? null,
    subscribe: subscribers.subscribe,
    show(text) {
      if (queue.slice(1).some((toast) => toast.text === text)) return
      last += 1
      queue = [...queue, { text, number: last }]
      subscribers.notify()
    },
    dismiss(number) {
      queue = queue.filter((toast) => toast.number !== number)
      subscribers.notify()
    },
  }
}
