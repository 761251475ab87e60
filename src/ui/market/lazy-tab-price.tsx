import { memo } from 'react'

import type { TabPriceProps } from '#src/ui/market/tab-price.tsx'
import { useLoadedPart } from '#src/ui/parts/use-loaded-part.ts'

const NoPrice = () => null

/** Loads the code. After a failure, the tab has only the title of the screen. */
const loadTabPrice = () =>
  import('#src/ui/market/tab-price.tsx').then(
    ({ TabPrice }) => TabPrice,
    () => NoPrice,
  )

/** The price in the browser tab. Its code loads after hydration. */
export const LazyTabPrice = memo((props: TabPriceProps) => {
  const TabPrice = useLoadedPart<TabPriceProps>(loadTabPrice)
  return TabPrice && <TabPrice {...props} />
})
