import { useEffect, useEffectEvent } from 'react'

import { followPage } from '#src/application/platform/page.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Calls `onRetry` when the browser is online again. */
export function useRetryOnline(onRetry: () => void): void {
  const { page } = useUseCases()
  const retry = useEffectEvent(onRetry)
  useEffect(() => followPage(page, ({ type }) => type === 'ONLINE' && retry()), [page])
}
