import { memo, Suspense } from 'react'

import type { TabPriceProps } from '#src/ui/market/tab-price.tsx'
import { useLazyPart } from '#src/ui/parts/use-lazy-part.ts'
import { useHydrated } from '#src/ui/shell/use-hydrated.ts'

const NoPrice = () => null

/** Loads the code. After a failure, the tab has only the title of the screen. */
const loadTabPrice = () =>
  import('#src/ui/market/tab-price.tsx').then(
    ({ TabPrice }) => TabPrice,
    () => NoPrice,
  )

const LoadedTabPrice = (props: TabPriceProps) => {
  const TabPrice = useLazyPart<TabPriceProps>(loadTabPrice)
  return (
    <Suspense fallback={null}>
      <TabPrice {...props} />
    </Suspense>
  )
}

/** The price in the browser tab. Its code loads after hydration. */
export const LazyTabPrice = memo((props: TabPriceProps) => useHydrated() && <LoadedTabPrice {...props} />)
