/**
 * The tabs of one browser. They share a storage, and each tab immediately receives the storage
 * events of the others.
 */
export interface TestTabs {
  /** Opens a tab and returns its window with storage and events only. */
  open(): Window
  /** Changes the storage as the developer tools do; null removes the key. */
  editManually(key: string, value: string | null): void
  /** Empties the storage as the developer tools do. */
  clear(): void
  /** Makes every write throw a quota error after `room` more writes, 0 by default. */
  fill(room?: number): void
  read(key: string): string | null
  keys(): readonly string[]
}

export function createTestTabs(): TestTabs {
  const values = new Map<string, string>()
  const tabs = new Map<object, EventTarget>()
  let room = Number.POSITIVE_INFINITY

  /** Sends a storage event to all tabs except `source`, the storage of the tab that wrote. */
  function dispatch(source: object | null, key: string | null): void {
    for (const [tab, target] of tabs) {
      if (tab !== source) target.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea: tab }))
    }
  }

  function set(source: object | null, key: string, value: string | null): void {
    if ((values.get(key) ?? null) === value) return
    if (value === null) values.delete(key)
    else values.set(key, value)
    dispatch(source, key)
  }

  function open(): Window {
    const target = new EventTarget()
    const localStorage: Storage = {
      get length() {
        return values.size
      },
      key: (index) => [...values.keys()][index] ?? null,
      getItem: (key) => values.get(key) ?? null,
      setItem(key, value) {
        if (room <= 0) throw new DOMException('full', 'QuotaExceededError')
        room -= 1
        set(localStorage, key, value)
      },
      removeItem: (key) => set(localStorage, key, null),
      clear() {
        values.clear()
        dispatch(localStorage, null)
      },
    }
    tabs.set(localStorage, target)
    return Object.assign(target, { localStorage }) as unknown as Window
  }

  return {
    open,
    editManually: (key, value) => set(null, key, value),
    clear() {
      values.clear()
      dispatch(null, null)
    },
    fill: (writes = 0) => {
      room = writes
    },
    read: (key) => values.get(key) ?? null,
    keys: () => [...values.keys()],
  }
}
