import type { Page } from '#src/application/platform/ports.ts'

/** A page without a browser. Tests set its visibility and connection. */
export interface MemoryPage extends Page {
  setVisible(visible: boolean): void
  setOnline(online: boolean): void
  /** Sets whether a dialog is open or a field has focus. */
  setBusy(busy: boolean): void
  /** The number of reloads. */
  reloads(): number
}

/** Creates a page that is visible, online and not busy. */
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
    setVisible: (visible) => change('visible', visible),
    setOnline: (online) => change('online', online),
    busy: () => state.busy,
    setBusy: (busy) => {
      state.busy = busy
    },

    subscribe(listener) {
      const uniqueListener = () => listener()
      listeners.add(uniqueListener)
      return () => {
        listeners.delete(uniqueListener)
      }
    },

    reload: () => {
      state.reloads += 1
    },
  }
}
