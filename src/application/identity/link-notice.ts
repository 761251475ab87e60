import type { Readable } from '#src/application/platform/readable.ts'
import { createSubscribers } from '#src/application/platform/view.ts'

/** Why a mailed link opens the home: it has no token, or the service refused it (D70, D79). */
export type LinkProblem = 'incomplete' | 'refused' | 'invitation-incomplete' | 'invitation-refused'

/** The problem of the last mailed link; null without a problem or after `dismiss`. */
export interface LinkNotice extends Readable<{ readonly problem: LinkProblem | null }> {
  show(problem: LinkProblem): void
  dismiss(): void
}

export function createLinkNotice(): LinkNotice {
  const subscribers = createSubscribers()
  let current: { readonly problem: LinkProblem | null } = { problem: null }
  const set = (problem: LinkProblem | null) => {
    current = { problem }
    subscribers.notify()
  }
  return {
    subscribe: subscribers.subscribe,
    getSnapshot: () => current,
    show: set,
    dismiss: () => set(null),
  }
}
