import { createSubscribers, type View } from '#src/application/platform/view.ts'

/** A short good news. `number` distinguishes two toasts of the same text. */
export interface Toast {
  readonly text: string
  readonly number: number
}

/** The queue's snapshot is the toast to show now, null for none. */
export interface Toasts extends View<Toast | null> {
  /** Shows a text after the toasts that wait; a text that waits already is not added again. */
  show(text: string): void
  /** Removes a toast and shows the next one. */
  dismiss(number: number): void
}

/** The one toast queue of the portal: one toast at a time, in their order. */
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
