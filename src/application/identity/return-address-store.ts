import type { ReturnAddress } from '#src/domain/identity/return-address.ts'

/** Stores the guarded URL that this tab opens after the login (D69). */
export interface ReturnAddressStore {
  /** Returns null without a stored URL, or when the browser blocks storage. */
  read(): ReturnAddress | null
  write(saved: ReturnAddress): void
  clear(): void
}
