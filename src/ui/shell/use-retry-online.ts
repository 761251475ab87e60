import { useEffect, useEffectEvent, useRef } from 'react'

import { usePageState } from '#src/ui/shell/use-page-state.ts'

/** Calls `onRetry` when the browser is online again. */
export function useRetryOnline(onRetry: () => void): void {
  const { isOnline } = usePageState()
  const wasOnline = useRef(isOnline)
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (isOnline && !wasOnline.current) retry()
    wasOnline.current = isOnline
  }, [isOnline])
}
