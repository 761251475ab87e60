import type { IdentityDeps, IdentityUseCases } from '#src/application/identity/identity-use-cases.ts'
import { fetchOnce } from '#src/application/platform/fetch-once.ts'

/**
 * Loads the code of the identity pages once: every call returns the same promise. After a
 * rejection the next call loads the code again.
 */
export type LoadIdentity = () => Promise<IdentityUseCases>

export const createLoadIdentity = (deps: IdentityDeps): LoadIdentity =>
  fetchOnce(async () => {
    const [{ createIdentityUseCases }, ports] = await Promise.all([
      import('#src/application/identity/identity-use-cases.ts'),
      deps.identity(),
    ])
    return createIdentityUseCases({ ...deps, ...ports })
  })
