import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { useNarrowPage } from '#src/ui/market/use-narrow-page.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A page with a width, which notifies its listeners when that changes. */
function mountPage(first: number) {
  const page = Object.assign(new EventTarget(), { width: first })
  const widest = (query: string) => Number(/^\(max-width: (\d+)px\)$/.exec(query)?.[1])
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.defineProperty(page, 'matches', { configurable: true, get: () => page.width <= widest(query) }),
  )
  return {
    resize(width: number) {
      page.width = width
      page.dispatchEvent(new Event('change'))
    },
  }
}

test.each([
  [599, true],
  [600, true],
  [601, false],
])('useNarrowPage of a page of %i px returns %s', (width, narrow) => {
  mountPage(width)
  expect(renderHook(useNarrowPage).result.current).toBe(narrow)
})

test('useNarrowPage follows the width of the page', () => {
  const page = mountPage(1_200)
  const { result } = renderHook(useNarrowPage)
  act(() => page.resize(600))
  expect(result.current).toBe(true)
})
