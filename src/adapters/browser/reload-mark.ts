import type { ReloadMark } from '#src/application/platform/ports.ts'

const KEY = 'recarga'

/**
 * Stores the time of the tab's last reload in `sessionStorage`, in epoch ms. `read` returns NaN
 * for an invalid value. Without storage, `read` returns null and `write` false.
 */
export function createBrowserReloadMark({ window }: { readonly window: Window }): ReloadMark {
  return {
    read() {
      try {
        const text = window.sessionStorage.getItem(KEY)
        if (text === null) return null
        return /^\d+$/.test(text) ? Number(text) : Number.NaN
      } catch {
        return null
      }
    },
    write(instant) {
      try {
        window.sessionStorage.setItem(KEY, String(instant))
        return true
      } catch {
        return false
      }
    },
  }
}
