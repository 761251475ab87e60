import { Window } from 'happy-dom'
import { expect, test } from 'vitest'

import { createPageSizeCookie } from '#src/adapters/browser/page-size-cookie.ts'

/** Creates a page with these cookies. */
function createPage(...cookies: readonly string[]) {
  const { document } = new Window({ url: 'http://portal.test/' }) as unknown as globalThis.Window
  for (const cookie of cookies) document.cookie = `${cookie}; Path=/`
  return { document, store: createPageSizeCookie({ window: { document } }) }
}

test('the page sizes of all lists are one cookie, which the last removal removes', () => {
  const { document, store } = createPage('tema=dark')
  store.write('usuarios', 100)
  store.write('paquetes', 25)
  expect(document.cookie.split('; ').sort()).toEqual(['filas=usuarios.100_paquetes.25', 'tema=dark'])
  store.write('usuarios', null)
  store.write('paquetes', null)
  expect(document.cookie).toBe('tema=dark')
})

test.each(['', '%', 'usuarios', 'usuarios.', 'usuarios.-1', 'usuarios.1e9', 'usuarios.99999', '_._', '<b>.10'])(
  'read returns null when a user changes the cookie to %j, and a write replaces it',
  (value) => {
    const { document, store } = createPage(`filas=${value}`)
    expect(store.read('usuarios')).toBeNull()
    store.write('usuarios', 50)
    expect(document.cookie).toBe('filas=usuarios.50')
  },
)

test('read ignores a cookie whose name has the same ending', () => {
  expect(createPage('otras_filas=usuarios.10').store.read('usuarios')).toBeNull()
})
