import { useEffect, useEffectEvent, useRef } from 'react'

import { usePageState } from '#src/ui/shell/use-page-state.ts'

/** Calls `onRetry` when the connection returns while the component is mounted. */
export function useRetryOnline(onRetry: () => void): void {
  const { online } = usePageState()
  const wasOnline = useRef(online)
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (online && !wasOnline.current) retry()
    wasOnline.current = online
  }, [online])
}
