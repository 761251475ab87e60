import type { Page } from '#src/application/platform/page.ts'

/** A change of the page, as every machine of a view receives it. */
export interface PageEvent {
  readonly type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE'
}

/** Sends each change of visibility and connection from now on; the returned function stops. */
export function followPage(page: Page, send: (event: PageEvent) => void): () => void {
  let visible = page.visible()
  let online = page.online()

  function sendVisible() {
    if (page.visible() === visible) return
    visible = page.visible()
    send({ type: visible ? 'SHOWN' : 'HIDDEN' })
  }

  function sendOnline() {
    if (page.online() === online) return
    online = page.online()
    send({ type: online ? 'ONLINE' : 'OFFLINE' })
  }

  return page.subscribe(() => {
    sendVisible()
    sendOnline()
  })
}
