// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'

import { openLocalStorage, openTabStorage } from '#src/adapters/browser/storage.ts'

afterEach(() => sessionStorage.clear())

test('a part of the tab storage has its own keys, and clear removes only these', () => {
  const [one, other] = [openTabStorage(window, 'uno.'), openTabStorage(window, 'dos.')]
  one?.setItem('clave', '1')
  other?.setItem('clave', '2')
  expect([one?.getItem('clave'), other?.getItem('clave')]).toEqual(['1', '2'])
  one?.clear()
  expect([one?.getItem('clave'), other?.getItem('clave')]).toEqual([null, '2'])
  other?.removeItem('clave')
  expect(sessionStorage.length).toBe(0)
})

test('a browser that denies storage has none', () => {
  const denied = {
    get localStorage(): Storage {
      throw new Error('denied')
    },
    get sessionStorage(): Storage {
      throw new Error('denied')
    },
  }
  expect([openLocalStorage(denied), openTabStorage(denied, '')]).toEqual([null, null])
})
