/** The part of a `Storage` that the stores of the sessions use. */
export type SessionArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>

/** Returns the local storage, which all tabs share; null when the browser denies storage. */
export function openLocalStorage(window: Pick<Window, 'localStorage'>): SessionArea | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/**
 * Returns the part of the tab's session storage whose keys start with `prefix`; null when the
 * browser denies storage. `clear` removes only these keys.
 */
export function openTabStorage(window: Pick<Window, 'sessionStorage'>, prefix: string): SessionArea | null {
  try {
    const storage = window.sessionStorage
    return {
      getItem: (key) => storage.getItem(prefix + key),
      setItem: (key, value) => storage.setItem(prefix + key, value),
      removeItem: (key) => storage.removeItem(prefix + key),
      clear() {
        for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
      },
    }
  } catch {
    return null
  }
}

/**
 * Stores one text under a key. `write` returns false if the storage is full, blocked or missing. The
 * older text then stays.
 */
export const createTextStore = (storage: SessionArea | null, key: string) => ({
  read(): string | null {
    return storage?.getItem(key) ?? null
  },
  write(text: string): boolean {
    if (storage === null) return false
    try {
      storage.setItem(key, text)
      return true
    } catch {
      return false
    }
  },
  clear(): void {
    storage?.removeItem(key)
  },
})
