import type { IdentityUseCases } from '#src/application/identity-use-cases.ts'
import type { Ports } from '#src/application/ports.ts'
import { fetchedOnce } from '#src/application/use-cases/fetched-once.ts'
import type { TokenNotice } from '#src/application/use-cases/token-notice.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'

/**
 * Brings what the screens of identity may ask: one promise for all, the same at every call. It rejects when it cannot be
 * fetched, and the next call tries again.
 */
export type OpenIdentity = () => Promise<IdentityUseCases>

export interface OpenIdentityNeeds extends Ports {
  readonly clientSession: ClientSession
  readonly tokenNotice: TokenNotice
}

export const createOpenIdentity = (needs: OpenIdentityNeeds): OpenIdentity =>
  fetchedOnce(async () => {
    const [{ createIdentityUseCases }, ports] = await Promise.all([
      import('#src/application/identity-use-cases.ts'),
      needs.identity(),
    ])
    return createIdentityUseCases({ ...needs, ...ports })
  })
