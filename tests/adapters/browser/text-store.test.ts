// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { openTabStorage } from '#src/adapters/browser/storage.ts'
import { createTextStore } from '#src/adapters/browser/text-store.ts'

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
