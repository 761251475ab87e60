import { memo } from 'react'

import type { TabPriceProps } from '#src/ui/market/tab-price.tsx'
import { useOptionalPart } from '#src/ui/parts/use-loaded-part.ts'

const loadTabPrice = async () => (await import('#src/ui/market/tab-price.tsx')).TabPrice

/**
 * The price in the browser tab. Its code loads after hydration. Without it the tab has the title of
 * the screen.
 */
export const LazyTabPrice = memo((props: TabPriceProps) => {
  const TabPrice = useOptionalPart(loadTabPrice)
  return TabPrice && <TabPrice {...props} />
})
