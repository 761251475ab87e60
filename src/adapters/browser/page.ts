import type { Page } from '#src/application/ports/page.ts'

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

    reload: () => window.location.reload(),
  }
}
