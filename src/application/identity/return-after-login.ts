import type { ReturnAddressStore } from '#src/application/identity/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { toReturnAddress } from '#src/domain/identity/return-address.ts'

/** Returns the user to the guarded URL that required a login (D69). */
export interface ReturnAfterLogin {
  /** Saves a path of the portal with its query. */
  save(address: string): void
  /**
   * Returns the saved URL and clears it. Returns null for a missing or invalid URL. Also returns
   * null for a URL of the other login, without clearing it: clients and entity users sign in
   * separately.
   */
  take(isForLogin: (address: string) => boolean): string | null
}

interface ReturnAfterLoginDeps {
  readonly clock: Clock
  readonly returnAddress: ReturnAddressStore
}

export const createReturnAfterLogin = ({ clock, returnAddress }: ReturnAfterLoginDeps): ReturnAfterLogin => ({
  save: (address) => returnAddress.write({ address, savedAt: clock.now() }),
  take(isForLogin) {
    const address = toReturnAddress(returnAddress.read(), clock.now())
    if (address !== null && !isForLogin(address)) return null
    returnAddress.clear()
    return address
  },
})
