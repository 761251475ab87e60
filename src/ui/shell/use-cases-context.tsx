import { createContext, use } from 'react'

import type { UseCases } from '#src/application/use-cases.ts'

const UseCasesContext = createContext<UseCases | null>(null)

export const UseCasesProvider = UseCasesContext.Provider

export function useUseCases(): UseCases {
  const useCases = use(UseCasesContext)
  if (!useCases) throw new Error('useUseCases needs a <UseCasesProvider> above it')
  return useCases
}
