// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'

import { createBrowserPage } from '#src/adapters/browser/page.ts'

function show(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

function connect(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

test('the page tells whether it is seen and connected, and every change', () => {
  const page = createBrowserPage({ window })
  const seen: (readonly [boolean, boolean])[] = []
  const stop = page.subscribe(() => seen.push([page.visible(), page.online()]))
  show('hidden')
  connect(false)
  connect(true)
  show('visible')
  expect(seen).toEqual([
    [false, true],
    [false, false],
    [false, true],
    [true, true],
  ])
  stop()
  show('hidden')
  connect(false)
  expect(seen).toHaveLength(4)
})

test('a listener that subscribed twice stops one subscription at a time', () => {
  const page = createBrowserPage({ window })
  const listener = vi.fn<() => void>()
  const stop = page.subscribe(listener)
  page.subscribe(listener)
  stop()
  show('visible')
  expect(listener).toHaveBeenCalledTimes(1)
})

test('reloading loads the page anew', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  createBrowserPage({ window }).reload()
  expect(reload).toHaveBeenCalledTimes(1)
})
