/** The tabs of one browser: they share one storage, and each hears of what the others did to it, at once and in order. */
export interface TestTabs {
  /** A tab's window, as far as a store of sessions looks at it. */
  open(): Window
  /** Changes the storage as a person does in the browser's tools; null removes the key. */
  byHand(key: string, value: string | null): void
  /** Empties it by hand. */
  clear(): void
  /** After so many more writes, none when it is left out, each throws, as in a browser that has no room. */
  fill(room?: number): void
  read(key: string): string | null
  keys(): readonly string[]
}

export function createTestTabs(): TestTabs {
  const values = new Map<string, string>()
  const tabs = new Map<object, EventTarget>()
  let room = Number.POSITIVE_INFINITY

  function tell(by: object | null, key: string | null): void {
    for (const [tab, target] of tabs) {
      if (tab !== by) target.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea: tab }))
    }
  }

  function set(by: object | null, key: string, value: string | null): void {
    if ((values.get(key) ?? null) === value) return
    if (value === null) values.delete(key)
    else values.set(key, value)
    tell(by, key)
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
        tell(localStorage, null)
      },
    }
    tabs.set(localStorage, target)
    return Object.assign(target, { localStorage }) as unknown as Window
  }

  return {
    open,
    byHand: (key, value) => set(null, key, value),
    clear() {
      values.clear()
      tell(null, null)
    },
    fill: (writes = 0) => {
      room = writes
    },
    read: (key) => values.get(key) ?? null,
    keys: () => [...values.keys()],
  }
}
