import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { useNarrowPage } from '#src/ui/market/chart-views.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Stubs `matchMedia` for a page of this width. `resize` notifies the listeners of the query. */
function stubPage(initialWidth: number) {
  const mediaQueryList = Object.assign(new EventTarget(), { width: initialWidth })
  const parseMaxWidth = (query: string) => Number(/^\(max-width: (\d+)px\)$/.exec(query)?.[1])
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.defineProperty(mediaQueryList, 'matches', {
      configurable: true,
      get: () => mediaQueryList.width <= parseMaxWidth(query),
    }),
  )
  return {
    resize(width: number) {
      mediaQueryList.width = width
      mediaQueryList.dispatchEvent(new Event('change'))
    },
  }
}

test.each([
  [599, true],
  [600, true],
  [601, false],
])('useNarrowPage of a page of %i px returns %s', (width, isNarrow) => {
  stubPage(width)
  expect(renderHook(useNarrowPage).result.current).toBe(isNarrow)
})

test('useNarrowPage updates when the width of the page changes', () => {
  const page = stubPage(1_200)
  const { result } = renderHook(useNarrowPage)
  act(() => page.resize(600))
  expect(result.current).toBe(true)
})
