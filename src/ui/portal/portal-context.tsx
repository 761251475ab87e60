import { createContext, use } from 'react'

import type { Portal } from '#src/application/portal.ts'

const PortalContext = createContext<Portal | null>(null)

export const PortalProvider = PortalContext.Provider

export function usePortal(): Portal {
  const portal = use(PortalContext)
  if (!portal) throw new Error('usePortal needs a <PortalProvider> above it')
  return portal
}
