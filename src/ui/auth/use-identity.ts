import { use } from 'react'
import type { Identity } from '#src/application/identity/identity.ts'

import { usePortal } from '#src/ui/portal/portal-context.tsx'

/** Returns the use-cases of the identity screens; suspends while they load. */
export const useIdentity = (): Identity => use(usePortal().loadIdentity())
