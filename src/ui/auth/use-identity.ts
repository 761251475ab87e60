import { use } from 'react'

import type { IdentityUseCases } from '#src/application/identity/identity-use-cases.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Returns the use-cases of the identity screens; suspends while they load. */
export const useIdentity = (): IdentityUseCases => use(useUseCases().loadIdentity())
