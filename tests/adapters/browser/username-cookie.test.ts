import { Window } from 'happy-dom'
import { expect, test } from 'vitest'

import { createUsernameCookie } from '#src/adapters/browser/username-cookie.ts'

/** A page of its own whose cookies are these. */
function pageWith(...cookies: readonly string[]) {
  const { document } = new Window({ url: 'http://portal.test/' }) as unknown as globalThis.Window
  for (const cookie of cookies) document.cookie = `${cookie}; Path=/`
  return { document, remembered: createUsernameCookie({ window: { document } }) }
}

test('the user name is in its own cookie, beside others', () => {
  const { document, remembered } = pageWith('tema=dark')
  remembered.write('Ordóñez7')
  expect(document.cookie.split('; ').sort()).toEqual(['recordar_usuario=Ord%C3%B3%C3%B1ez7', 'tema=dark'])
  expect(remembered.read()).toBe('Ordóñez7')
})

test('forgetting leaves no cookie', () => {
  const { document, remembered } = pageWith('tema=dark')
  remembered.write('demo')
  remembered.write(null)
  expect(document.cookie).toBe('tema=dark')
})

test.each(['', '%', '%E0%A4%A', 'de%20mo', '%3Cb%3E', 'd'.repeat(51), 'demo%00'])(
  'a cookie changed by hand to %j remembers nobody',
  (value) => {
    expect(pageWith(`recordar_usuario=${value}`).remembered.read()).toBeNull()
  },
)

test('a cookie whose name only ends alike is another one', () => {
  const { remembered } = pageWith('no_recordar_usuario=demo')
  expect(remembered.read()).toBeNull()
  remembered.write('otra')
  expect(remembered.read()).toBe('otra')
})
