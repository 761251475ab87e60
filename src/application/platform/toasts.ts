import { createState, type Readable } from '#src/application/platform/readable.ts'

/** A short message. `number` distinguishes two toasts with the same text. */
export interface Toast {
  readonly text: string
  readonly number: number
}

/** The toast queue. `current` is null for an empty queue. */
export interface Toasts extends Readable<{ readonly current: Toast | null }> {
  /** Adds a text to the queue, unless a waiting toast has the same text. */
  show(text: string): void
  /** Removes a toast and shows the next one. */
  dismiss(number: number): void
}

/** Creates the toast queue of the portal. It shows one toast at a time, the oldest first. */
export function createToasts(): Toasts {
  const { set, ...state } = createState<{ readonly current: Toast | null }>({ current: null })
  let queue: readonly Toast[] = []
  let last = 0

  function setQueue(next: readonly Toast[]) {
    queue = next
    set({ current: queue[0] ?? null })
  }

  return {
    ...state,
    show(text) {
      if (queue.slice(1).some((toast) => toast.text === text)) return
      last += 1
      setQueue([...queue, { text, number: last }])
    },
    dismiss: (number) => setQueue(queue.filter((toast) => toast.number !== number)),
  }
}
