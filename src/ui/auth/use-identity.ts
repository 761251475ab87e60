import { use } from 'react'
import type { Identity } from '#src/application/identity/identity.ts'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Returns the use-cases of the identity screens; suspends while they load. */
export const useIdentity = (): Identity => use(useUseCases().loadIdentity())
