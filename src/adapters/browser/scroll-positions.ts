import type { ScrollPositions } from '#src/application/platform/scroll-positions.ts'

/** The user moves the page: a restored position that is still out of reach is given up. */
const USER_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

type EntryWindow = Window & Pick<typeof globalThis, 'ResizeObserver'>

/** The number of the current history entry, stored in its state; null before it has one. */
function readEntry({ history }: Window): number | null {
  const state: unknown = history.state
  const entry = typeof state === 'object' && state !== null && 'entry' in state ? state.entry : null
  return typeof entry === 'number' ? entry : null
}

/**
 * Positions by history entry, for as long as the page lives; after a reload the browser restores
 * the position itself. A screen that is still too short is tried again whenever it grows.
 */
export function createBrowserScroll({ window }: { readonly window: EntryWindow }): ScrollPositions {
  const { document, history } = window
  const page = document.documentElement
  const positions = new Map<number, number>()
  let newest = readEntry(window) ?? 0
  let traversed = false
  let stopRestoring = () => {}

  function numberEntry(): number {
    const known = readEntry(window)
    if (known !== null) return known
    newest += 1
    history.replaceState({ ...history.state, entry: newest }, '')
    return newest
  }

  function restore(top: number) {
    page.scrollTop = top
    if (Math.abs(page.scrollTop - top) < 1) return
    const growth = new window.ResizeObserver(() => {
      page.scrollTop = top
      if (Math.abs(page.scrollTop - top) < 1) stopRestoring()
    })
    const stop = () => {
      growth.disconnect()
      for (const name of USER_MOVES) window.removeEventListener(name, stop)
    }
    stopRestoring = stop
    growth.observe(document.body)
    for (const name of USER_MOVES) window.addEventListener(name, stop, { passive: true })
  }

  window.addEventListener('popstate', () => {
    traversed = true
  })
  window.addEventListener('scroll', () => positions.set(numberEntry(), page.scrollTop), { passive: true })

  return {
    settle() {
      stopRestoring()
      const position = traversed ? positions.get(numberEntry()) : undefined
      if (position !== undefined) restore(position)
      else if (!traversed) page.scrollTop = 0
      traversed = false
    },
  }
}
