import { memo } from 'react'

import type { TabPriceProps } from '#src/ui/market/tab-price.tsx'
import { useLoadedPart } from '#src/ui/parts/use-loaded-part.ts'
import { ErrorBoundary } from '#src/ui/shell/error-boundary.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

const loadTabPrice = async () => (await import('#src/ui/market/tab-price.tsx')).TabPrice

function LoadedTabPrice(props: TabPriceProps) {
  const TabPrice = useLoadedPart(loadTabPrice)
  return TabPrice && <TabPrice {...props} />
}

/**
 * The price in the browser tab. Its code loads after hydration. Without it the tab has the title of
 * the screen.
 */
export const LazyTabPrice = memo((props: TabPriceProps) => {
  const { logError } = useUseCases()
  return (
    <ErrorBoundary onError={logError} fallback={() => null}>
      <LoadedTabPrice {...props} />
    </ErrorBoundary>
  )
})
