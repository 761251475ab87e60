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

test.each([
  ['nothing at all', '', false],
  ['an open dialog', '<dialog open></dialog>', true],
  ['a closed dialog', '<dialog></dialog>', false],
  ['a closed dialog with its part said', '<dialog role="dialog"></dialog>', false],
  ['a dialog made of anything', '<div role="dialog"></div>', true],
  ['an alert that wants an answer', '<div role="alertdialog"></div>', true],
  ['an alert that does not', '<div role="alert"></div>', false],
  ['a field with focus', '<input autofocus>', true],
  ['a search with focus', '<input type="search" autofocus>', true],
  ['a box to tick', '<input type="checkbox" autofocus>', true],
  ['a list with focus', '<select autofocus></select>', true],
  ['a text with focus', '<textarea autofocus></textarea>', true],
  ['a page one can write on', '<div contenteditable tabindex="0" autofocus></div>', true],
  ['one that nobody may write on', '<div contenteditable="false" tabindex="0" autofocus></div>', false],
  ['a field without focus', '<input><button autofocus></button>', false],
  ['a button', '<button autofocus></button>', false],
  ['a button of the older kind', '<input type="submit" autofocus>', false],
  ['a choice that stays made', '<input type="radio" autofocus>', false],
  ['a chart', '<div role="slider" tabindex="0" autofocus></div>', false],
])('whether a reload would take something: %s', (_, html, busy) => {
  document.body.innerHTML = html
  document.querySelector<HTMLElement>('[autofocus]')?.focus()
  expect(createBrowserPage({ window }).busy()).toBe(busy)
})

test('reloading loads the page anew', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  createBrowserPage({ window }).reload()
  expect(reload).toHaveBeenCalledTimes(1)
})
