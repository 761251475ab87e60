import type { IdentityDeps, IdentityUseCases } from '#src/application/identity/identity-use-cases.ts'
import { fetchedOnce } from '#src/application/platform/fetched-once.ts'

/**
 * Brings what the screens of identity may ask: one promise for all, the same at every call. It rejects when it cannot be
 * fetched, and the next call tries again.
 */
export type LoadIdentity = () => Promise<IdentityUseCases>

export const createLoadIdentity = (needs: IdentityDeps): LoadIdentity =>
  fetchedOnce(async () => {
    const [{ createIdentityUseCases }, ports] = await Promise.all([
      import('#src/application/identity/identity-use-cases.ts'),
      needs.identity(),
    ])
    return createIdentityUseCases({ ...needs, ...ports })
  })
