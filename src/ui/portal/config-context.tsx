import { createContext, use } from 'react'

import type { PortalConfig } from '#src/application/portal-config.ts'

const ConfigContext = createContext<PortalConfig | null>(null)

export const ConfigProvider = ConfigContext.Provider

export function useConfig(): PortalConfig {
  const config = use(ConfigContext)
  if (!config) throw new Error('useConfig needs a <ConfigProvider> above it')
  return config
}
