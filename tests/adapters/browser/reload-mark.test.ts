// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'

import { createBrowserReloadMark } from '#src/adapters/browser/reload-mark.ts'

beforeEach(() => window.sessionStorage.clear())

test('the mark is set once, also after a reload, until it is cleared', () => {
  const mark = createBrowserReloadMark({ window })
  expect([mark.set(), mark.set()]).toEqual([true, false])
  expect(createBrowserReloadMark({ window }).set()).toBe(false)
  mark.clear()
  expect(mark.set()).toBe(true)
})

test('a browser that blocks storage never sets the mark', () => {
  const blocked = Object.defineProperty(Object.create(window), 'sessionStorage', {
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  const mark = createBrowserReloadMark({ window: blocked })
  expect(mark.set()).toBe(false)
  expect(() => mark.clear()).not.toThrow()
})
