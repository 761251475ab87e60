import type { ReturnAddress } from '#src/domain/identity/return-address.ts'

/** The guarded address that this tab opens after the login (D69). A blocked storage holds none. */
export interface ReturnAddressStore {
  read(): ReturnAddress | null
  write(saved: ReturnAddress): void
  clear(): void
}
