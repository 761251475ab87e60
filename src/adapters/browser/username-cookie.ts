import type { RememberedUsername } from '#src/application/identity/remembered-username.ts'
import { loginViolations } from '#src/domain/identity/login-form.ts'

const COOKIE = 'recordar_usuario'
const KEPT = 'Max-Age=31536000'
const FORGOTTEN = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'
const COOKIE_VALUE = /(?:^|;\s*)recordar_usuario=([^;]*)/

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    // no text that was ever encoded
    return null
  }
}

const isUsername = (text: string) => loginViolations({ username: text, password: '' }).username === undefined

/**
 * The user name in a cookie of its own, so that leaving, which clears local storage, does not take it away (D7, D55). What could
 * not be typed as a user name is none.
 */
export function createUsernameCookie({ window }: { readonly window: Pick<Window, 'document'> }): RememberedUsername {
  const { document } = window

  return {
    read() {
      const username = decoded(COOKIE_VALUE.exec(document.cookie)?.[1] ?? '')
      return username !== null && isUsername(username) ? username : null
    },

    write(username) {
      const value = username === null ? '' : encodeURIComponent(username)
      document.cookie = `${COOKIE}=${value}; Path=/; ${username === null ? FORGOTTEN : KEPT}; SameSite=Lax`
    },
  }
}
