import { THEMES, type Theme, type ThemeStore } from '#src/application/platform/ports.ts'
import { createRefreshable } from '#src/application/platform/readable.ts'

/** The script in index.html also reads this cookie, before the first paint. */
const COOKIE = 'tema'
const ONE_YEAR = 'Max-Age=31536000'
const EXPIRED = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'
const COOKIE_VALUE = /(?:^|;\s*)tema=([^;]*)/

const isTheme = (value: string): value is Theme => THEMES.some((theme) => theme === value)

/**
 * Stores the theme in the cookie `tema` and in `data-theme` of the page; `system` removes both.
 * Does not use local storage, which a sign-out of the IMC area clears (D55). Without cookies, a new
 * load resets the theme.
 */
export function createThemeCookie({ window }: { readonly window: Pick<Window, 'document'> }): ThemeStore {
  const { document } = window

  function read(): Theme {
    const stored = COOKIE_VALUE.exec(document.cookie)?.[1] ?? ''
    const applied = document.documentElement.dataset['theme'] ?? 'system'
    return [stored, applied].find(isTheme) ?? 'system'
  }

  const { refresh, ...readable } = createRefreshable(() => ({ theme: read() }))
  return {
    ...readable,
    write(theme) {
      const isSystem = theme === 'system'
      document.cookie = `${COOKIE}=${theme}; Path=/; ${isSystem ? EXPIRED : ONE_YEAR}; SameSite=Lax`
      if (isSystem) delete document.documentElement.dataset['theme']
      else document.documentElement.dataset['theme'] = theme
      refresh()
    },
  }
}
