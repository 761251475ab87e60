// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'

import { createBrowserScroll } from '#src/adapters/browser/scroll-positions.ts'

/** A tab with history entries, a page of limited height and observers that the test calls. */
function openTab(height = 5000) {
  const listeners = new Map<string, Set<() => void>>()
  const entries: unknown[] = [null]
  const observers = new Set<() => void>()
  const state = { index: 0, top: 0, height, loading: false }
  const call = (name: string) => {
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
  const fake = {
    document: { documentElement, body: {}, querySelector: () => (state.loading ? {} : null) },
    ResizeObserver: Observer,
    history: {
      get state() {
        return entries[state.index]
      },
      replaceState(next: unknown) {
        entries[state.index] = next
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
  const scroll = createBrowserScroll({ window: fake as any })
  return {
    top: () => state.top,
    observers: () => observers.size,
    scrollTo(top: number) {
      documentElement.scrollTop = top
      call('scroll')
    },
    push() {
      entries.splice(state.index + 1, Infinity, null)
      state.index += 1
      scroll.settle()
    },
    go(steps: number) {
      state.index += steps
      call('popstate')
      scroll.settle()
    },
    grow(next: number) {
      state.height = next
      for (const grown of [...observers]) grown()
    },
    load(loading: boolean) {
      state.loading = loading
    },
    /** Content above the screen changes its height, and the browser keeps what is visible. */
    shift(by: number) {
      documentElement.scrollTop += by
      for (const grown of [...observers]) grown()
    },
    userMoves: () => call('wheel'),
  }
}

let tab = openTab()
beforeEach(() => {
  tab = openTab()
})

test('a new address starts at the top', () => {
  tab.scrollTo(800)
  tab.push()
  expect(tab.top()).toBe(0)
})

test('Back and Forward restore where each entry was left', () => {
  tab.scrollTo(800)
  tab.push()
  tab.scrollTo(120)
  tab.push()
  tab.go(-2)
  expect(tab.top()).toBe(800)
  tab.go(1)
  expect(tab.top()).toBe(120)
})

test('an entry that was never scrolled is left to the browser', () => {
  tab.push()
  tab.scrollTo(300)
  tab.go(-1)
  expect(tab.top()).toBe(300)
})

test('a screen that is still too short is scrolled when it has grown', () => {
  tab.scrollTo(800)
  tab.push()
  tab.grow(200)
  tab.go(-1)
  expect([tab.top(), tab.observers()]).toEqual([200, 1])
  tab.grow(500)
  expect([tab.top(), tab.observers()]).toEqual([500, 1])
  tab.grow(2000)
  expect([tab.top(), tab.observers()]).toEqual([800, 0])
})

test('a screen that still loads is held at its position until it is complete', () => {
  tab.scrollTo(800)
  tab.push()
  tab.load(true)
  tab.go(-1)
  tab.shift(136)
  expect([tab.top(), tab.observers()]).toEqual([800, 1])
  tab.load(false)
  tab.shift(20)
  expect([tab.top(), tab.observers()]).toEqual([800, 0])
  tab.shift(20)
  expect(tab.top()).toBe(820)
})

test.each(['the user moves the page', 'another screen comes'])('restoring ends when %s', (cause) => {
  tab.scrollTo(800)
  tab.push()
  tab.grow(200)
  tab.go(-1)
  if (cause === 'the user moves the page') tab.userMoves()
  else tab.push()
  expect(tab.observers()).toBe(0)
})
