import { Window } from 'happy-dom'
import { expect, test } from 'vitest'

import { createUsernameCookie } from '#src/adapters/browser/username-cookie.ts'

/** Creates a page with these cookies. */
function createPage(...cookies: readonly string[]) {
  const { document } = new Window({ url: 'http://portal.test/' }) as unknown as globalThis.Window
  for (const cookie of cookies) document.cookie = `${cookie}; Path=/`
  return { document, store: createUsernameCookie({ window: { document } }) }
}

test('write stores the user name in its own cookie', () => {
  const { document, store } = createPage('tema=dark')
  store.write('Ordóñez7')
  expect(document.cookie.split('; ').sort()).toEqual(['recordar_usuario=Ord%C3%B3%C3%B1ez7', 'tema=dark'])
  expect(store.read()).toBe('Ordóñez7')
})

test('writing null removes only the user name cookie', () => {
  const { document, store } = createPage('tema=dark')
  store.write('demo')
  store.write(null)
  expect(document.cookie).toBe('tema=dark')
})

test.each(['', '%', '%E0%A4%A', 'de%20mo', '%3Cb%3E', 'd'.repeat(51), 'demo%00'])(
  'read returns null when a user changes the cookie to %j',
  (value) => {
    expect(createPage(`recordar_usuario=${value}`).store.read()).toBeNull()
  },
)

test('read ignores a cookie whose name has the same ending', () => {
  const { store } = createPage('no_recordar_usuario=demo')
  expect(store.read()).toBeNull()
  store.write('otra')
  expect(store.read()).toBe('otra')
})
