import { afterEach, expect, test, vi } from 'vitest'

import { watchPalette } from '#src/charts/draw/palette.ts'

afterEach(() => vi.unstubAllGlobals())

/** Observes elements of a width that the test reports. */
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

test('a new text size changes the palette; the first measure of it does not', () => {
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
