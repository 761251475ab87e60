import { useSelector } from '@xstate/react'
import { memo, useState } from 'react'

import type { PriceTitleOptions } from '#src/application/market/tab-title.ts'
import { ErrorBoundary } from '#src/ui/parts/error-boundary.tsx'
import { toPageTitle, usePageTitle } from '#src/ui/portal/page-title.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'

interface TabPriceProps extends PriceTitleOptions {
  /** The title of the screen, shown while there is no price. */
  readonly title: string
}

function PriceTitle({ title, source, market, delay }: TabPriceProps) {
  const { createPriceTitle } = usePortal()
  const [view] = useState(() => createPriceTitle({ source, market, delay }))
  usePageTitle(useSelector(view, (state) => state.title) ?? toPageTitle(title))
  return null
}

/**
 * Shows the price in the title of the browser's tab (D76). A page from the server has the title of
 * its screen.
 */
export const TabPrice = memo((props: TabPriceProps) => {
  const { logError } = usePortal()
  const isHydrated = useHydrated()
  return (
    <ErrorBoundary onError={logError} fallback={() => null}>
      {isHydrated && <PriceTitle {...props} />}
    </ErrorBoundary>
  )
})
