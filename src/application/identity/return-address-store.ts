import type { ReturnAddress } from '#src/domain/identity/return-address.ts'

/** The guarded address that this tab opens after the login (D69); null when storage is blocked. */
export interface ReturnAddressStore {
  read(): ReturnAddress | null
  write(saved: ReturnAddress): void
  clear(): void
}
