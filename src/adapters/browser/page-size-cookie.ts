import type { PageSizeStore } from '#src/application/platform/ports.ts'

const COOKIE = 'filas'
const ONE_YEAR = 'Max-Age=31536000'
const EXPIRED = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'
const COOKIE_VALUE = /(?:^|;\s*)filas=([^;]*)/
const ENTRY = /^([a-z]+)\.(\d{1,4})$/

/**
 * Stores the page sizes in the cookie `filas`: `paquetes.25_usuarios.100`. Does not use local storage,
 * which a sign-out of the IMC area clears (D55). Ignores parts of another form.
 */
export function createPageSizeCookie({ window }: { readonly window: Pick<Window, 'document'> }): PageSizeStore {
  const { document } = window

  function readAll(): Map<string, number> {
    const parts = (COOKIE_VALUE.exec(document.cookie)?.[1] ?? '').split('_')
    return new Map(
      parts.flatMap((part) => {
        const [, list = '', size] = ENTRY.exec(part) ?? []
        return size === undefined ? [] : [[list, Number(size)]]
      }),
    )
  }

  return {
    read: (list) => readAll().get(list) ?? null,
    write(list, size) {
      const sizes = readAll()
      if (size === null) sizes.delete(list)
      else sizes.set(list, size)
      const value = [...sizes].map((entry) => entry.join('.')).join('_')
      document.cookie = `${COOKIE}=${value}; Path=/; ${value === '' ? EXPIRED : ONE_YEAR}; SameSite=Lax`
    },
  }
}
