import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { PriceTitleOptions } from '#src/application/market/tab-title.ts'
import { ErrorBoundary } from '#src/ui/shell/error-boundary.tsx'
import { toPageTitle, usePageTitle } from '#src/ui/shell/page-title.ts'
import { usePortal } from '#src/ui/shell/portal-context.tsx'

export interface TabPriceProps extends PriceTitleOptions {
  /** The title of the screen, shown while there is no price. */
  readonly title: string
}

function PriceTitle({ title, source, market, delay }: TabPriceProps) {
  const { createPriceTitle } = usePortal()
  const view = useMemo(() => createPriceTitle({ source, market, delay }), [createPriceTitle, source, market, delay])
  usePageTitle(useSelector(view, (state) => state.title) ?? toPageTitle(title))
  return null
}

/** Shows the price in the title of the browser's tab (D76). */
export function TabPrice(props: TabPriceProps) {
  const { logError } = usePortal()
  return (
    <ErrorBoundary onError={logError} fallback={() => null}>
      <PriceTitle {...props} />
    </ErrorBoundary>
  )
}
