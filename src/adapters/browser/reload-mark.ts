import type { ReloadMark } from '#src/application/platform/reload-mark.ts'

const KEY = 'recarga'

/** The mark in `sessionStorage`. Without storage, `set` returns false. */
export function createBrowserReloadMark({ window }: { readonly window: Window }): ReloadMark {
  return {
    set() {
      try {
        const { sessionStorage } = window
        if (sessionStorage.getItem(KEY) !== null) return false
        sessionStorage.setItem(KEY, '1')
        return true
      } catch {
        return false
      }
    },
    clear() {
      try {
        window.sessionStorage.removeItem(KEY)
      } catch {
        // without storage there is no mark
      }
    },
  }
}
