import { use } from 'react'

import type { IdentityUseCases } from '#src/application/identity/identity-use-cases.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** The use-cases of the identity screens; suspends until they are loaded. */
export const useIdentity = (): IdentityUseCases => use(useUseCases().loadIdentity())
