import type { ReturnAddressStore } from '#src/application/identity/ports.ts'
import type { ReturnAddress } from '#src/domain/identity/return-address.ts'

/** The saved URL of one tab, in memory. */
export function createMemoryReturnAddress(): ReturnAddressStore {
  let saved: ReturnAddress | null = null
  return {
    read: () => saved,
    write(next) {
      saved = next
    },
    clear() {
      saved = null
    },
  }
}
