import { THEMES, type Theme, type ThemeStore } from '#src/application/platform/theme-store.ts'

/** Read before the first paint by the script in index.html as well. */
const COOKIE = 'tema'
const KEPT = 'Max-Age=31536000'
const FORGOTTEN = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'
const COOKIE_VALUE = /(?:^|;\s*)tema=([^;]*)/

const isTheme = (value: string): value is Theme => THEMES.some((theme) => theme === value)

/**
 * The choice in the cookie `tema` and on the page as `data-theme`; `system` leaves neither. Not in local storage, which is
 * cleared by leaving the IMC area (D55). A browser that keeps no cookies keeps the choice until the next load.
 */
export function createThemeCookie({ window }: { readonly window: Pick<Window, 'document'> }): ThemeStore {
  const { document } = window

  return {
    read() {
      const stored = COOKIE_VALUE.exec(document.cookie)?.[1] ?? ''
      const shown = document.documentElement.dataset['theme'] ?? 'system'
      return [stored, shown].find(isTheme) ?? 'system'
    },

    write(theme) {
      const chosen = theme !== 'system'
      document.cookie = `${COOKIE}=${theme}; Path=/; ${chosen ? KEPT : FORGOTTEN}; SameSite=Lax`
      if (chosen) document.documentElement.dataset['theme'] = theme
      else delete document.documentElement.dataset['theme']
    },
  }
}
