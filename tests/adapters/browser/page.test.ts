// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'

import { createBrowserPage } from '#src/adapters/browser/page.ts'

function setVisibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

test('subscribe notifies each change of visibility and connection', () => {
  const page = createBrowserPage({ window })
  const states: (readonly [boolean, boolean])[] = []
  const { unsubscribe } = page.subscribe(({ visible, online }) => states.push([visible, online]))
  setVisibility('hidden')
  setOnline(false)
  setOnline(true)
  setVisibility('visible')
  expect(states).toEqual([
    [false, true],
    [false, false],
    [false, true],
    [true, true],
  ])
  unsubscribe()
  setVisibility('hidden')
  setOnline(false)
  expect(states).toHaveLength(4)
})

test('unsubscribing once ends only one of two subscriptions of a listener', () => {
  setVisibility('visible')
  const page = createBrowserPage({ window })
  const listener = vi.fn<() => void>()
  const { unsubscribe } = page.subscribe(listener)
  page.subscribe(listener)
  unsubscribe()
  setVisibility('hidden')
  expect(listener).toHaveBeenCalledTimes(1)
})

/** Loads this content, focuses its `autofocus` element and returns `busy` of the page. */
function isBusyWith(html: string): boolean {
  document.body.innerHTML = html
  document.querySelector<HTMLElement>('[autofocus]')?.focus()
  return createBrowserPage({ window }).busy()
}

test.each([
  ['an open dialog', '<dialog open></dialog>'],
  ['an element with the role dialog', '<div role="dialog"></div>'],
  ['an element with the role alertdialog', '<div role="alertdialog"></div>'],
  ['a focused text field', '<input autofocus>'],
  ['a focused search field', '<input type="search" autofocus>'],
  ['a focused checkbox', '<input type="checkbox" autofocus>'],
  ['a focused select', '<select autofocus></select>'],
  ['a focused textarea', '<textarea autofocus></textarea>'],
  ['a focused editable element', '<div contenteditable tabindex="0" autofocus></div>'],
])('a page is busy with %s', (_, html) => {
  expect(isBusyWith(html)).toBe(true)
})

test.each([
  ['an empty body', ''],
  ['a closed dialog', '<dialog></dialog>'],
  ['a closed dialog with a role', '<dialog role="dialog"></dialog>'],
  ['an element with the role alert', '<div role="alert"></div>'],
  ['a focused element that is not editable', '<div contenteditable="false" tabindex="0" autofocus></div>'],
  ['a field without focus', '<input><button autofocus></button>'],
  ['a focused button', '<button autofocus></button>'],
  ['a focused submit input', '<input type="submit" autofocus>'],
  ['a focused radio button', '<input type="radio" autofocus>'],
  ['a focused slider', '<div role="slider" tabindex="0" autofocus></div>'],
])('a page is not busy with %s', (_, html) => {
  expect(isBusyWith(html)).toBe(false)
})

test('reload reloads the window', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  createBrowserPage({ window }).reload()
  expect(reload).toHaveBeenCalledTimes(1)
})
