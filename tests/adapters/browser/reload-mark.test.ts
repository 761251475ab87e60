// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'

import { createBrowserReloadMark } from '#src/adapters/browser/reload-mark.ts'

beforeEach(() => window.sessionStorage.clear())

test('read returns null in a tab without a mark', () => {
  expect(createBrowserReloadMark({ window }).read()).toBeNull()
})

test('read returns the last written instant, also after a reload', () => {
  const mark = createBrowserReloadMark({ window })
  expect([mark.write(1000), mark.read()]).toEqual([true, 1000])
  expect([mark.write(2000), mark.read()]).toEqual([true, 2000])
  expect(createBrowserReloadMark({ window }).read()).toBe(2000)
})

test.each(['', 'ayer', '-1', '1e3', '12.5'])('read returns NaN for the stored text %j', (text) => {
  const mark = createBrowserReloadMark({ window })
  mark.write(1000)
  window.sessionStorage.setItem(window.sessionStorage.key(0) ?? '', text)
  expect(mark.read()).toBeNaN()
})

test('write returns false and read returns null when the browser blocks storage', () => {
  const blocked = Object.defineProperty(Object.create(window), 'sessionStorage', {
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  const mark = createBrowserReloadMark({ window: blocked })
  expect([mark.write(1000), mark.read()]).toEqual([false, null])
})
