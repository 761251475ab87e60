import { use } from 'react'
import type { Market } from '#src/application/market/market.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Returns the views of the market beyond the home; suspends while their code loads. */
export const useMarket = (): Market => use(useUseCases().loadMarket())
