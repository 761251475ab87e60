import { createContext, use } from 'react'

import type { Portal } from '#src/application/portal.ts'

const UseCasesContext = createContext<Portal | null>(null)

export const UseCasesProvider = UseCasesContext.Provider

export function useUseCases(): Portal {
  const useCases = use(UseCasesContext)
  if (!useCases) throw new Error('useUseCases needs a <UseCasesProvider> above it')
  return useCases
}
