// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'

import { createBrowserReloadMark } from '#src/adapters/browser/reload-mark.ts'

beforeEach(() => window.sessionStorage.clear())

test('a tab without a mark reads null', () => {
  expect(createBrowserReloadMark({ window }).read()).toBeNull()
})

test('the last written instant is read again, also after a reload', () => {
  const mark = createBrowserReloadMark({ window })
  expect([mark.write(1000), mark.read()]).toEqual([true, 1000])
  expect([mark.write(2000), mark.read()]).toEqual([true, 2000])
  expect(createBrowserReloadMark({ window }).read()).toBe(2000)
})

test.each(['', 'ayer', '-1', '1e3', '12.5'])('a stored text %j that is not an instant is read as NaN', (text) => {
  const mark = createBrowserReloadMark({ window })
  mark.write(1000)
  window.sessionStorage.setItem(window.sessionStorage.key(0) ?? '', text)
  expect(mark.read()).toBeNaN()
})

test('a browser that blocks storage reads and stores no mark', () => {
  const blocked = Object.defineProperty(Object.create(window), 'sessionStorage', {
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  const mark = createBrowserReloadMark({ window: blocked })
  expect([mark.write(1000), mark.read()]).toEqual([false, null])
})
