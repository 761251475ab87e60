import type { IdentityDeps, IdentityUseCases } from '#src/application/identity/identity-use-cases.ts'
import { fetchOnce } from '#src/application/platform/fetch-once.ts'

/**
 * Loads the use-cases of the identity screens. Every call returns the same promise. It rejects when
 * the code cannot be loaded; the next call then loads it again.
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
