import { Window } from 'happy-dom'
import { expect, test } from 'vitest'

import { createUsernameCookie } from '#src/adapters/browser/username-cookie.ts'

/** Creates a page with these cookies. */
function createPage(...cookies: readonly string[]) {
  const { document } = new Window({ url: 'http://portal.test/' }) as unknown as globalThis.Window
  for (const cookie of cookies) document.cookie = `${cookie}; Path=/`
  return { document, remembered: createUsernameCookie({ window: { document } }) }
}

test('write stores the user name in its own cookie', () => {
  const { document, remembered } = createPage('tema=dark')
  remembered.write('Ordóñez7')
  expect(document.cookie.split('; ').sort()).toEqual(['recordar_usuario=Ord%C3%B3%C3%B1ez7', 'tema=dark'])
  expect(remembered.read()).toBe('Ordóñez7')
})

test('writing null removes only its own cookie', () => {
  const { document, remembered } = createPage('tema=dark')
  remembered.write('demo')
  remembered.write(null)
  expect(document.cookie).toBe('tema=dark')
})

test.each(['', '%', '%E0%A4%A', 'de%20mo', '%3Cb%3E', 'd'.repeat(51), 'demo%00'])(
  'read returns null when a user changes the cookie to %j',
  (value) => {
    expect(createPage(`recordar_usuario=${value}`).remembered.read()).toBeNull()
  },
)

test('read ignores a cookie whose name has the same ending', () => {
  const { remembered } = createPage('no_recordar_usuario=demo')
  expect(remembered.read()).toBeNull()
  remembered.write('otra')
  expect(remembered.read()).toBe('otra')
})
