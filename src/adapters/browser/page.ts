import type { Page } from '#src/application/platform/page.ts'

const OPEN_DIALOG = 'dialog[open], [role="dialog"]:not(dialog), [role="alertdialog"]:not(dialog)'

/** What is typed into or chosen from; of the buttons, and of radios, whose choice stays made, a reload takes nothing. */
const FIELD =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type="button"], [type="submit"], [type="reset"], [type="image"], [type="radio"])'

/** The browser's tab: hidden when another one covers it, offline when the browser says so. */
export function createBrowserPage({ window }: { readonly window: Window }): Page {
  const { document } = window

  return {
    visible: () => document.visibilityState !== 'hidden',
    online: () => window.navigator.onLine,

    subscribe(listener) {
      const told = () => listener()
      document.addEventListener('visibilitychange', told)
      window.addEventListener('online', told)
      window.addEventListener('offline', told)
      return () => {
        document.removeEventListener('visibilitychange', told)
        window.removeEventListener('online', told)
        window.removeEventListener('offline', told)
      }
    },

    busy: () => document.querySelector(OPEN_DIALOG) !== null || document.activeElement?.matches(FIELD) === true,
    reload: () => window.location.reload(),
  }
}
