import type { Page } from '#src/application/platform/page.ts'

/** A page without a browser: shown, hidden, connected and disconnected at will. */
export interface MemoryPage extends Page {
  show(visible: boolean): void
  connect(online: boolean): void
  /** Whether the person is in the middle of something. */
  occupy(busy: boolean): void
  /** How often it was reloaded. */
  reloads(): number
}

/** Visible, online and free at first. */
export function createMemoryPage(): MemoryPage {
  const listeners = new Set<() => void>()
  const state = { visible: true, online: true, busy: false, reloads: 0 }

  const change = (name: 'visible' | 'online', value: boolean) => {
    if (state[name] === value) return
    state[name] = value
    for (const listener of [...listeners]) listener()
  }

  return {
    visible: () => state.visible,
    online: () => state.online,
    reloads: () => state.reloads,
    show: (visible) => change('visible', visible),
    connect: (online) => change('online', online),
    busy: () => state.busy,
    occupy: (busy) => {
      state.busy = busy
    },

    subscribe(listener) {
      const told = () => listener()
      listeners.add(told)
      return () => {
        listeners.delete(told)
      }
    },

    reload: () => {
      state.reloads += 1
    },
  }
}
