import type { ReturnAddressStore } from '#src/application/identity/ports.ts'

const KEY = 'volver'

/**
 * Stores the return address in `sessionStorage` as `<epoch ms> <path and query>`. Reads an invalid
 * text as null.
 */
export function createBrowserReturnAddress({ window }: { readonly window: Window }): ReturnAddressStore {
  /** Returns null when the browser blocks storage: each access then throws. */
  function withStorage<T>(access: (storage: Storage) => T): T | null {
    try {
      return access(window.sessionStorage)
    } catch {
      return null
    }
  }
  return {
    read() {
      const [, savedAt, address] = /^(\d{1,16}) (.*)$/.exec(withStorage((storage) => storage.getItem(KEY)) ?? '') ?? []
      return savedAt === undefined || address === undefined ? null : { address, savedAt: Number(savedAt) }
    },
    write: ({ address, savedAt }) => void withStorage((storage) => storage.setItem(KEY, `${savedAt} ${address}`)),
    clear: () => void withStorage((storage) => storage.removeItem(KEY)),
  }
}
