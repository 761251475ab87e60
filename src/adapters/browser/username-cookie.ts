import type { RememberedUsername } from '#src/application/identity/ports.ts'
import { loginViolations } from '#src/domain/identity/login.ts'

const COOKIE = 'recordar_usuario'
const ONE_YEAR = 'Max-Age=31536000'
const EXPIRED = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'
const COOKIE_VALUE = /(?:^|;\s*)recordar_usuario=([^;]*)/

/** Decodes percent encoding; null for an invalid value. */
function decodeValue(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

const isUsername = (text: string) => loginViolations({ username: text, password: '' }).username === undefined

/**
 * Stores the remembered user name in a cookie. Does not use local storage, which a sign-out of the
 * IMC area clears (D7, D55). `read` returns null for a value that the login form would reject.
 */
export function createUsernameCookie({ window }: { readonly window: Pick<Window, 'document'> }): RememberedUsername {
  const { document } = window

  return {
    read() {
      const username = decodeValue(COOKIE_VALUE.exec(document.cookie)?.[1] ?? '')
      return username !== null && isUsername(username) ? username : null
    },

    write(username) {
      const value = username === null ? '' : encodeURIComponent(username)
      document.cookie = `${COOKIE}=${value}; Path=/; ${username === null ? EXPIRED : ONE_YEAR}; SameSite=Lax`
    },
  }
}
