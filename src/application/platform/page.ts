import type { Page } from '#src/application/platform/ports.ts'

/** A change of the page's visibility or connection, an event of several state machines. */
export interface PageEvent {
  readonly type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE'
}

/** Sends each later change of visibility or connection; the returned function unsubscribes. */
export function followPage(page: Page, send: (event: PageEvent) => void): () => void {
  let visible = page.visible()
  let online = page.online()

  function sendVisibility() {
    if (page.visible() === visible) return
    visible = page.visible()
    send({ type: visible ? 'SHOWN' : 'HIDDEN' })
  }

  function sendConnection() {
    if (page.online() === online) return
    online = page.online()
    send({ type: online ? 'ONLINE' : 'OFFLINE' })
  }

  return page.subscribe(() => {
    sendVisibility()
    sendConnection()
  })
}
