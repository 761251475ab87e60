import type { ScrollPositions } from '#src/application/platform/scroll-positions.ts'

/** Events of a user who moves the page; they stop a pending restore. */
const MOVE_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

type EntryWindow = Window & Pick<typeof globalThis, 'ResizeObserver'>

/** Returns the number of the current history entry from its state; null without one. */
function readEntry({ history }: Window): number | null {
  const state: unknown = history.state
  const entry = typeof state === 'object' && state !== null && 'entry' in state ? state.entry : null
  return typeof entry === 'number' ? entry : null
}

/**
 * Scroll positions by history entry, until the page reloads; then the browser restores the
 * position. While a screen is too short or still loads, its position is set again whenever its
 * height changes.
 */
export function createBrowserScroll({ window }: { readonly window: EntryWindow }): ScrollPositions {
  const { document, history } = window
  const page = document.documentElement
  const positions = new Map<number, number>()
  let newest = readEntry(window) ?? 0
  let isTraversal = false
  let stopRestoring = () => {}

  function getEntry(): number {
    const known = readEntry(window)
    if (known !== null) return known
    newest += 1
    history.replaceState({ ...history.state, entry: newest }, '')
    return newest
  }

  const isLoading = () => document.querySelector('[aria-busy="true"]') !== null

  /** Scrolls to `top`. True when the position is final: in reach, and nothing on the page loads. */
  function scrollTo(top: number): boolean {
    page.scrollTop = top
    return Math.abs(page.scrollTop - top) < 1 && !isLoading()
  }

  function restore(top: number) {
    if (scrollTo(top)) return
    const growth = new window.ResizeObserver(() => {
      if (scrollTo(top)) stopRestoring()
    })
    const stop = () => {
      growth.disconnect()
      for (const name of MOVE_EVENTS) window.removeEventListener(name, stop)
    }
    stopRestoring = stop
    growth.observe(document.body)
    for (const name of MOVE_EVENTS) window.addEventListener(name, stop, { passive: true })
  }

  window.addEventListener('popstate', () => {
    isTraversal = true
  })
  window.addEventListener('scroll', () => positions.set(getEntry(), page.scrollTop), { passive: true })

  return {
    settle() {
      stopRestoring()
      const position = isTraversal ? positions.get(getEntry()) : undefined
      if (position !== undefined) restore(position)
      else if (!isTraversal) page.scrollTop = 0
      isTraversal = false
    },
  }
}
