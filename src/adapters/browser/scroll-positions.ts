import type { Clock, ScrollPositions } from '#src/application/platform/ports.ts'

/** Events of a user who may scroll. They stop a pending restore. */
const MOVE_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

type EntryWindow = Window & Pick<typeof globalThis, 'ResizeObserver'>

interface Options {
  readonly window: EntryWindow
  readonly clock: Clock
}

/** Reads the id of the current history entry from its state; null without an id. */
function readEntryId({ history }: Window): string | null {
  const state: unknown = history.state
  const entry = typeof state === 'object' && state !== null && 'entry' in state ? state.entry : null
  return typeof entry === 'string' ? entry : null
}

/**
 * Stores scroll positions by history entry until the page reloads; the browser then restores the
 * position. While a screen is too short or still loads, each change of its height sets the position
 * again. Adds an id to the state of each entry, because the router writes states without an id.
 */
export function createBrowserScroll({ window, clock }: Options): ScrollPositions {
  const { document, history, location } = window
  const page = document.documentElement
  const positions = new Map<string, number>()
  // History entries survive a reload; the start time makes the ids of each load unique.
  const loadId = clock.now().toString(36)
  let entryCount = 0
  /** The path that Back or Forward opened; null after `restore` and after a new entry. */
  let traversedPath: string | null = null
  let stopRestoring = () => {}

  const pushState = history.pushState.bind(history)
  const replaceState = history.replaceState.bind(history)

  function createEntryId(): string {
    entryCount += 1
    return `${loadId}-${entryCount}`
  }

  /** Reads the id of the current entry. Adds a missing id, for example after an anchor link. */
  function requireEntryId(): string {
    const existing = readEntryId(window)
    if (existing !== null) return existing
    const id = createEntryId()
    replaceState({ ...history.state, entry: id }, '')
    return id
  }

  let currentId = requireEntryId()

  history.pushState = (state, unused, url) => {
    currentId = createEntryId()
    traversedPath = null
    positions.set(currentId, page.scrollTop)
    pushState({ ...state, entry: currentId }, unused, url)
  }
  history.replaceState = (state, unused, url) => replaceState({ ...state, entry: currentId }, unused, url)

  const isLoading = () => document.querySelector('[aria-busy="true"]') !== null

  /**
   * Scrolls to `top`. Returns true when the page has this position and no element loads.
   */
  function scrollTo(top: number): boolean {
    page.scrollTop = top
    return Math.abs(page.scrollTop - top) < 1 && !isLoading()
  }

  function restorePosition(top: number) {
    if (scrollTo(top)) return
    const observer = new window.ResizeObserver(() => {
      if (scrollTo(top)) stopRestoring()
    })
    const stop = () => {
      observer.disconnect()
      for (const name of MOVE_EVENTS) window.removeEventListener(name, stop)
    }
    stopRestoring = stop
    observer.observe(document.body)
    for (const name of MOVE_EVENTS) window.addEventListener(name, stop, { passive: true })
  }

  window.addEventListener('popstate', () => {
    currentId = requireEntryId()
    traversedPath = location.pathname
  })
  window.addEventListener('scroll', () => positions.set(currentId, page.scrollTop), { passive: true })

  return {
    restore() {
      stopRestoring()
      // A redirect after Back shows another screen, which starts at the top.
      const isTraversal = traversedPath === location.pathname
      traversedPath = null
      const position = positions.get(currentId)
      if (!isTraversal) page.scrollTop = 0
      else if (position !== undefined) restorePosition(position)
    },
  }
}
