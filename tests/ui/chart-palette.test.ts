import { afterEach, expect, test, vi } from 'vitest'

import { watchPalette } from '#src/charts/draw/palette.ts'

afterEach(() => vi.unstubAllGlobals())

/** Stubs ResizeObserver. The returned function reports a width to every observer. */
function stubResizeObserver() {
  const observers: ((width: number) => void)[] = []
  class Observer {
    constructor(notify: (entries: readonly { contentRect: { width: number } }[]) => void) {
      observers.push((width) => notify([{ contentRect: { width } }]))
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer)
  return (width: number) => {
    for (const notify of observers) notify(width)
  }
}

test('watchPalette calls back after a change of the text size, but not after the first measurement', () => {
  const report = stubResizeObserver()
  let changes = 0
  const stop = watchPalette(() => {
    changes += 1
  })
  report(16)
  expect(changes).toBe(0)
  report(16)
  expect(changes).toBe(0)
  report(24)
  expect(changes).toBe(1)
  stop()
})
