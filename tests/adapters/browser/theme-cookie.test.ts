// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'

import { createThemeCookie } from '#src/adapters/browser/theme-cookie.ts'

const root = document.documentElement

beforeEach(() => {
  createThemeCookie({ window }).write('system')
})

test('read returns system without a stored theme', () => {
  expect(createThemeCookie({ window }).getSnapshot().theme).toBe('system')
  expect(root.hasAttribute('data-theme')).toBe(false)
})

test.each(['light', 'dark'] as const)('write stores and applies the theme %s', (theme) => {
  createThemeCookie({ window }).write(theme)
  expect(createThemeCookie({ window }).getSnapshot().theme).toBe(theme)
  expect(root.getAttribute('data-theme')).toBe(theme)
  expect(document.cookie).toContain(`tema=${theme}`)
})

test('writing system removes the cookie and the attribute', () => {
  const store = createThemeCookie({ window })
  store.write('dark')
  store.write('system')
  expect(store.getSnapshot().theme).toBe('system')
  expect(root.hasAttribute('data-theme')).toBe(false)
  expect(document.cookie).not.toContain('tema')
})

test.each(['tema=rosa', 'tema=', 'otrotema=dark', 'tema=<script>'])(
  'read returns system for the cookie %s',
  (cookie) => {
    const page = { document: { cookie, documentElement: { dataset: {} } } }
    expect(createThemeCookie({ window: page as unknown as Window }).getSnapshot().theme).toBe('system')
  },
)

test.each(['a=1; tema=dark; b=2', 'tema=dark', 'a=1;tema=dark'])('read finds the theme in %s', (cookie) => {
  const page = { document: { cookie, documentElement: { dataset: {} } } }
  expect(createThemeCookie({ window: page as unknown as Window }).getSnapshot().theme).toBe('dark')
})

test('a theme applies until the page closes when the browser blocks cookies', () => {
  const page = { documentElement: { dataset: {} }, cookie: '' }
  Object.defineProperty(page, 'cookie', { get: () => '', set: () => {} })
  const store = createThemeCookie({ window: { document: page as unknown as Document } })
  store.write('light')
  expect(store.getSnapshot().theme).toBe('light')
})
