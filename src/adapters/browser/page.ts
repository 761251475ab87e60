import type { Frames, Page, PageState } from '#src/application/platform/ports.ts'
import { createReadable } from '#src/application/platform/readable.ts'

const OPEN_DIALOG = 'dialog[open], [role="dialog"]:not(dialog), [role="alertdialog"]:not(dialog)'

/** Fields with input that a reload would lose; excludes buttons and radio buttons. */
const FIELD =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type="button"], [type="submit"], [type="reset"], [type="image"], [type="radio"])'

const WINDOW_FEATURES = 'popup,width=1180,height=860'

/** The page in its browser tab. */
export function createBrowserPage({ window }: { readonly window: Window }): Page {
  const { document } = window

  const read = (): PageState => ({
    visible: document.visibilityState !== 'hidden',
    online: window.navigator.onLine,
  })

  return {
    ...createReadable(read, (changed) => {
      document.addEventListener('visibilitychange', changed)
      window.addEventListener('online', changed)
      window.addEventListener('offline', changed)
      return () => {
        document.removeEventListener('visibilitychange', changed)
        window.removeEventListener('online', changed)
        window.removeEventListener('offline', changed)
      }
    }),

    busy: () => document.querySelector(OPEN_DIALOG) !== null || document.activeElement?.matches(FIELD) === true,
    reload: () => window.location.reload(),
    openWindow: (address, name) => window.open(address, name, WINDOW_FEATURES) !== null,
  }
}

/** The animation frames of the window. A hidden page has no frames. */
export const createBrowserFrames = ({
  window,
}: {
  readonly window: Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame'>
}): Frames => ({
  next(draw) {
    const frame = window.requestAnimationFrame(() => draw())
    return () => window.cancelAnimationFrame(frame)
  },
})

/** Reads the text of the data block with this id; null on a page that the server did not render. */
export const readPageText = ({ document }: Pick<Window, 'document'>, id: string): string | null =>
  document.getElementById(id)?.textContent ?? null

/** Returns the `fetch` of the window. */
export const createBrowserFetch = ({
  window,
}: {
  readonly window: Window & typeof globalThis
}): typeof globalThis.fetch => window.fetch.bind(window)
