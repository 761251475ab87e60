// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'

import { createBrowserScroll } from '#src/adapters/browser/scroll-positions.ts'

interface HistoryEntry {
  state: unknown
  path: string
}

interface TabOptions {
  /** History entries of the tab. `reload` passes them to the new tab. */
  readonly entries?: HistoryEntry[]
  readonly index?: number
  readonly openedAt?: number
}

/** Opens a tab with history entries, a page of limited height and observers that the test calls. */
function openTab({ entries = [{ state: null, path: '/' }], index = 0, openedAt = 1000 }: TabOptions = {}) {
  const listeners = new Map<string, Set<() => void>>()
  const observers = new Set<() => void>()
  const state = { index, top: 0, height: 5000, isLoading: false }
  const entry = () => entries[state.index] ?? { state: null, path: '/' }
  const emit = (name: string) => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener()
  }
  const documentElement = {
    get scrollTop() {
      return state.top
    },
    set scrollTop(top: number) {
      state.top = Math.max(0, Math.min(top, state.height))
    },
  }
  class Observer {
    readonly callback: () => void
    constructor(callback: () => void) {
      this.callback = callback
    }
    observe() {
      observers.add(this.callback)
    }
    disconnect() {
      observers.delete(this.callback)
    }
  }
  const fakeWindow = {
    document: { documentElement, body: {}, querySelector: () => (state.isLoading ? {} : null) },
    ResizeObserver: Observer,
    history: {
      get state() {
        return entry().state
      },
      pushState(next: unknown, _: string, path = entry().path) {
        state.index += 1
        entries.splice(state.index, Infinity, { state: next, path })
      },
      replaceState(next: unknown, _: string, path = entry().path) {
        entries[state.index] = { state: next, path }
      },
    },
    location: {
      get pathname() {
        return entry().path
      },
    },
    addEventListener(name: string, listener: () => void) {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    },
    removeEventListener(name: string, listener: () => void) {
      listeners.get(name)?.delete(listener)
    },
  }
  // biome-ignore lint/suspicious/noExplicitAny: the few members of a window that the adapter reads.
  const scroll = createBrowserScroll({ window: fakeWindow as any, clock: { now: () => openedAt } })
  return {
    top: () => state.top,
    observers: () => observers.size,
    scrollTo(top: number) {
      documentElement.scrollTop = top
      emit('scroll')
    },
    /** Navigates to another page without a state, like the router. */
    push(path = `/${entries.length}/`) {
      fakeWindow.history.pushState(null, '', path)
      scroll.restore()
    },
    replace(path: string) {
      fakeWindow.history.replaceState(null, '', path)
      scroll.restore()
    },
    /** Adds an entry of the same page, like another view of the chart. */
    pushView: () => fakeWindow.history.pushState(null, ''),
    pushState: (next: object) => fakeWindow.history.pushState(next, ''),
    replaceView: () => fakeWindow.history.replaceState(null, ''),
    /** Adds an entry without a state, as the browser does for an anchor link. */
    followAnchor() {
      entries.splice(state.index + 1, Infinity, { state: null, path: entry().path })
      state.index += 1
      emit('popstate')
    },
    /** Traverses the history. The page changes only when the path changes. */
    go(steps: number) {
      const from = entry().path
      state.index += steps
      emit('popstate')
      if (entry().path !== from) scroll.restore()
    },
    /** Traverses the history to an entry whose page redirects to `path`. */
    goRedirected(steps: number, path: string) {
      state.index += steps
      emit('popstate')
      fakeWindow.history.replaceState(null, '', path)
      scroll.restore()
    },
    states: () => entries.map(({ state: stored }) => JSON.stringify(stored)),
    reload: () => openTab({ entries, index: state.index, openedAt: openedAt + 5000 }),
    setHeight(height: number) {
      state.height = height
      for (const onResize of [...observers]) onResize()
    },
    setLoading(isLoading: boolean) {
      state.isLoading = isLoading
    },
    /** Changes the height of content above the visible part. The browser adjusts the position. */
    resizeContentAbove(by: number) {
      documentElement.scrollTop += by
      for (const onResize of [...observers]) onResize()
    },
    turnWheel: () => emit('wheel'),
  }
}

let tab = openTab()
beforeEach(() => {
  tab = openTab()
})

test('a new page starts at the top', () => {
  tab.scrollTo(800)
  tab.push()
  expect(tab.top()).toBe(0)
})

test('Back and Forward restore the last position of each entry', () => {
  tab.scrollTo(800)
  tab.push()
  tab.scrollTo(120)
  tab.push()
  tab.go(-2)
  expect(tab.top()).toBe(800)
  tab.go(1)
  expect(tab.top()).toBe(120)
})

test('Back to the first entry does not change the position when that entry was never scrolled', () => {
  tab.push()
  tab.scrollTo(300)
  tab.go(-1)
  expect(tab.top()).toBe(300)
})

test('Back scrolls a short page further each time the page grows', () => {
  tab.scrollTo(800)
  tab.push()
  tab.setHeight(200)
  tab.go(-1)
  expect([tab.top(), tab.observers()]).toEqual([200, 1])
  tab.setHeight(500)
  expect([tab.top(), tab.observers()]).toEqual([500, 1])
  tab.setHeight(2000)
  expect([tab.top(), tab.observers()]).toEqual([800, 0])
})

test('Back restores the position after each change of a page until the page is loaded', () => {
  tab.scrollTo(800)
  tab.push()
  tab.setLoading(true)
  tab.go(-1)
  tab.resizeContentAbove(136)
  expect([tab.top(), tab.observers()]).toEqual([800, 1])
  tab.setLoading(false)
  tab.resizeContentAbove(20)
  expect([tab.top(), tab.observers()]).toEqual([800, 0])
  tab.resizeContentAbove(20)
  expect(tab.top()).toBe(820)
})

test.each(['the user moves the page', 'another page appears'])('Back stops restoring the position when %s', (cause) => {
  tab.scrollTo(800)
  tab.push()
  tab.setHeight(200)
  tab.go(-1)
  if (cause === 'the user moves the page') tab.turnWheel()
  else tab.push()
  expect(tab.observers()).toBe(0)
})

test('a new page starts at the top after Back between views of the same page', () => {
  tab.pushView()
  tab.go(-1)
  tab.scrollTo(800)
  tab.push()
  expect(tab.top()).toBe(0)
})

test('a page that replaces another page starts at the top after Back between views', () => {
  tab.pushView()
  tab.scrollTo(800)
  tab.go(-1)
  tab.scrollTo(700)
  tab.replace('/login/')
  expect(tab.top()).toBe(0)
})

test('a new page starts at the top after a link to an anchor', () => {
  tab.followAnchor()
  tab.scrollTo(800)
  tab.push()
  expect(tab.top()).toBe(0)
})

test('a page that Back opens through a redirect starts at the top', () => {
  tab.scrollTo(800)
  tab.push()
  tab.scrollTo(300)
  tab.goRedirected(-1, '/login/')
  expect(tab.top()).toBe(0)
})

test('replacing the state of an entry preserves its position', () => {
  tab.scrollTo(800)
  tab.replaceView()
  tab.push()
  tab.go(-1)
  expect(tab.top()).toBe(800)
})

test('Back restores the position of the last view of a page, not of the first view', () => {
  tab.scrollTo(800)
  tab.pushView()
  tab.scrollTo(300)
  tab.push()
  tab.go(-1)
  expect(tab.top()).toBe(300)
})

test('Back restores a view that was never scrolled at the position where it was added', () => {
  tab.scrollTo(800)
  tab.pushView()
  tab.push()
  tab.go(-1)
  expect(tab.top()).toBe(800)
})

test('a reloaded tab preserves the ids of entries and creates unique new ids', () => {
  tab.push()
  tab.push()
  const before = tab.states()
  tab.go(-2)
  const reloaded = tab.reload()
  expect(reloaded.states()).toEqual(before)
  reloaded.go(1)
  reloaded.push()
  const after = reloaded.states()
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
  expect(new Set([...before, ...after]).size).toBe(4)
})

test('the state that a caller sets on an entry is stored next to the id', () => {
  tab.pushState({ step: 2 })
  expect(JSON.parse(tab.states()[1] ?? '')).toMatchObject({ step: 2, entry: expect.any(String) })
})
