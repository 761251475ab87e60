import type { SessionArea } from '#src/adapters/browser/storage.ts'

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
