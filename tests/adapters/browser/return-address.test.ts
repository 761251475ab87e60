// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'

import { createBrowserReturnAddress } from '#src/adapters/browser/return-address.ts'

beforeEach(() => window.sessionStorage.clear())

const SAVED = { address: '/dashboard/spot/?vista=velas', savedAt: 1_000 }

test('a written address is read again after a reload and only in this tab', () => {
  createBrowserReturnAddress({ window }).write(SAVED)
  expect(createBrowserReturnAddress({ window }).read()).toEqual(SAVED)
  expect(window.localStorage.length).toBe(0)
})

test('a cleared address reads null', () => {
  const store = createBrowserReturnAddress({ window })
  store.write(SAVED)
  store.clear()
  expect(store.read()).toBeNull()
})

test.each(['', '/dashboard/', 'ayer /dashboard/', '-1 /dashboard/', '1e3 /x'])(
  'the text %j is not an address',
  (text) => {
    const store = createBrowserReturnAddress({ window })
    store.write(SAVED)
    window.sessionStorage.setItem(window.sessionStorage.key(0) ?? '', text)
    expect(store.read()).toBeNull()
  },
)

test('a browser that blocks storage stores no address', () => {
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
