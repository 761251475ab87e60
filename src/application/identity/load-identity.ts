import type { IdentityUseCases } from '#src/application/identity/identity-use-cases.ts'
import type { TokenNotice } from '#src/application/identity/token-notice.ts'
import { fetchedOnce } from '#src/application/platform/fetched-once.ts'
import type { Ports } from '#src/application/ports.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'

/**
 * Brings what the screens of identity may ask: one promise for all, the same at every call. It rejects when it cannot be
 * fetched, and the next call tries again.
 */
export type LoadIdentity = () => Promise<IdentityUseCases>

export interface LoadIdentityDeps extends Ports {
  readonly clientSession: ClientSession
  readonly tokenNotice: TokenNotice
}

export const createLoadIdentity = (needs: LoadIdentityDeps): LoadIdentity =>
  fetchedOnce(async () => {
    const [{ createIdentityUseCases }, ports] = await Promise.all([
      import('#src/application/identity/identity-use-cases.ts'),
      needs.identity(),
    ])
    return createIdentityUseCases({ ...needs, ...ports })
  })
