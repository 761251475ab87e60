// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'

import { createThemeCookie } from '#src/adapters/browser/theme-cookie.ts'

const root = document.documentElement

beforeEach(() => {
  createThemeCookie({ window }).write('system')
})

test('without a choice the theme is the system’s', () => {
  expect(createThemeCookie({ window }).read()).toBe('system')
  expect(root.hasAttribute('data-theme')).toBe(false)
})

test.each(['light', 'dark'] as const)('the choice %s is remembered and applied', (theme) => {
  createThemeCookie({ window }).write(theme)
  expect(createThemeCookie({ window }).read()).toBe(theme)
  expect(root.getAttribute('data-theme')).toBe(theme)
  expect(document.cookie).toContain(`tema=${theme}`)
})

test('going back to the system leaves neither cookie nor attribute', () => {
  const store = createThemeCookie({ window })
  store.write('dark')
  store.write('system')
  expect(store.read()).toBe('system')
  expect(root.hasAttribute('data-theme')).toBe(false)
  expect(document.cookie).not.toContain('tema')
})

test.each(['tema=rosa', 'tema=', 'otrotema=dark', 'tema=<script>'])('the cookie %s is no choice', (cookie) => {
  const page = { document: { cookie, documentElement: { dataset: {} } } }
  expect(createThemeCookie({ window: page as unknown as Window }).read()).toBe('system')
})

test.each(['a=1; tema=dark; b=2', 'tema=dark', 'a=1;tema=dark'])('the choice is found in %s', (cookie) => {
  const page = { document: { cookie, documentElement: { dataset: {} } } }
  expect(createThemeCookie({ window: page as unknown as Window }).read()).toBe('dark')
})

test('a browser that keeps no cookies keeps the choice for this page', () => {
  const page = { documentElement: { dataset: {} }, cookie: '' }
  Object.defineProperty(page, 'cookie', { get: () => '', set: () => {} })
  const store = createThemeCookie({ window: { document: page as unknown as Document } })
  store.write('light')
  expect(store.read()).toBe('light')
})
