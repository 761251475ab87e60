import { useEffect, useEffectEvent } from 'react'

import { followPage } from '#src/application/platform/page.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

/** Calls `onRetry` when the browser is online again. */
export function useRetryOnline(onRetry: () => void): void {
  const { page } = usePortal()
  const retry = useEffectEvent(onRetry)
  useEffect(() => followPage(page, ({ type }) => type === 'ONLINE' && retry()), [page])
}
