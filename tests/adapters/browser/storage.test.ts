// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'

import { createTextStore, openLocalStorage, openTabStorage } from '#src/adapters/browser/storage.ts'

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

test('a text store reads what it wrote, until it is cleared', () => {
  const store = createTextStore(openTabStorage(window, 'demo.'), 'servicio')
  expect(store.read()).toBeNull()
  expect([store.write('uno'), store.read()]).toEqual([true, 'uno'])
  expect(createTextStore(openTabStorage(window, 'otra.'), 'servicio').read()).toBeNull()
  store.clear()
  expect(store.read()).toBeNull()
})

test('a text store without storage stores nothing', () => {
  const store = createTextStore(null, 'servicio')
  expect([store.write('uno'), store.read()]).toEqual([false, null])
})
