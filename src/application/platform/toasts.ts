import { createSubscribers, type View } from '#src/application/platform/view.ts'

/** A short success message. `number` distinguishes two toasts with the same text. */
export interface Toast {
  readonly text: string
  readonly number: number
}

/** The queue's snapshot is the toast to show now, null without one. */
export interface Toasts extends View<Toast | null> {
  /** Adds a text to the queue, unless the queue has it already. */
  show(text: string): void
  /** Removes a toast and shows the next one. */
  dismiss(number: number): void
}

/** The toast queue of the portal. It shows one toast at a time, in their order. */
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
