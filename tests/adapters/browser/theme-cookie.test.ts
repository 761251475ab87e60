// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'

import { createThemeCookie } from '#src/adapters/browser/theme-cookie.ts'

const root = document.documentElement

beforeEach(() => {
  createThemeCookie({ document }).write('system')
})

test('without a choice the theme is the system’s', () => {
  expect(createThemeCookie({ document }).read()).toBe('system')
  expect(root.hasAttribute('data-theme')).toBe(false)
})

test.each(['light', 'dark'] as const)('the choice %s is remembered and applied', (theme) => {
  createThemeCookie({ document }).write(theme)
  expect(createThemeCookie({ document }).read()).toBe(theme)
  expect(root.getAttribute('data-theme')).toBe(theme)
  expect(document.cookie).toContain(`tema=${theme}`)
})

test('going back to the system leaves neither cookie nor attribute', () => {
  const store = createThemeCookie({ document })
  store.write('dark')
  store.write('system')
  expect(store.read()).toBe('system')
  expect(root.hasAttribute('data-theme')).toBe(false)
  expect(document.cookie).not.toContain('tema')
})

test.each(['tema=rosa', 'tema=', 'otrotema=dark', 'tema=<script>'])('the cookie %s is no choice', (cookie) => {
  const page = { cookie, documentElement: { dataset: {} } }
  expect(createThemeCookie({ document: page as unknown as Document }).read()).toBe('system')
})

test.each(['a=1; tema=dark; b=2', 'tema=dark', 'a=1;tema=dark'])('the choice is found in %s', (cookie) => {
  const page = { cookie, documentElement: { dataset: {} } }
  expect(createThemeCookie({ document: page as unknown as Document }).read()).toBe('dark')
})

test('a browser that keeps no cookies keeps the choice for this page', () => {
  const page = {
    documentElement: { dataset: {} },
    get cookie() {
      return ''
    },
    set cookie(_: string) {},
  }
  const store = createThemeCookie({ document: page as unknown as Document })
  store.write('light')
  expect(store.read()).toBe('light')
})
