// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'

import { createBrowserReturnAddress } from '#src/adapters/browser/return-address.ts'

// Other files of the worker share the window.
beforeEach(() => {
  window.sessionStorage.clear()
  window.localStorage.clear()
})

const SAVED = { address: '/dashboard/spot/?vista=velas', savedAt: 1_000 }

test('read returns the written address after a reload, and write uses no localStorage', () => {
  createBrowserReturnAddress({ window }).write(SAVED)
  expect(createBrowserReturnAddress({ window }).read()).toEqual(SAVED)
  expect(window.localStorage.length).toBe(0)
})

test('read returns null after clear', () => {
  const store = createBrowserReturnAddress({ window })
  store.write(SAVED)
  store.clear()
  expect(store.read()).toBeNull()
})

test.each(['', '/dashboard/', 'ayer /dashboard/', '-1 /dashboard/', '1e3 /x'])(
  'read returns null for the stored text %j',
  (text) => {
    const store = createBrowserReturnAddress({ window })
    store.write(SAVED)
    window.sessionStorage.setItem(window.sessionStorage.key(0) ?? '', text)
    expect(store.read()).toBeNull()
  },
)

test('read returns null when the browser blocks storage', () => {
  const blocked = Object.defineProperty(Object.create(window), 'sessionStorage', {
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  const store = createBrowserReturnAddress({ window: blocked })
  store.write(SAVED)
  store.clear()
  expect(store.read()).toBeNull()
})
