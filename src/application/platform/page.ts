import type { Page } from '#src/application/platform/ports.ts'

/** A change of the page's visibility or connection, an event of several state machines. */
export interface PageEvent {
  readonly type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE'
}

/** Sends each later change of visibility or connection; the returned function unsubscribes. */
export function followPage(page: Page, send: (event: PageEvent) => void): () => void {
  let known = page.getSnapshot()
  return page.subscribe((state) => {
    const { visible, online } = known
    known = state
    if (state.visible !== visible) send({ type: state.visible ? 'SHOWN' : 'HIDDEN' })
    if (state.online !== online) send({ type: state.online ? 'ONLINE' : 'OFFLINE' })
  }).unsubscribe
}
