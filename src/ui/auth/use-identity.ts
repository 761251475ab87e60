import { use } from 'react'

import type { IdentityUseCases } from '#src/application/identity/identity-use-cases.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** What the screens of identity may ask; they wait for it to arrive with them. */
export const useIdentity = (): IdentityUseCases => use(useUseCases().loadIdentity())
