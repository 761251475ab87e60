import { useEffect, useRef } from 'react'

import { pollFailedText, stillPendingText } from '#src/application/payment/order-messages.ts'
import type { OrderViewState } from '#src/application/payment/order-view.ts'
import { formatClock } from '#src/domain/text.ts'
import { isStale } from '#src/ui/parts/resource-view.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/**
 * Returns a function that checks the order. If the order is still pending after the check, the
 * result is announced. A new status needs no announcement: its heading gets the focus.
 */
export function useAnnouncedCheck({ resource, checkedAt }: OrderViewState, check: () => void): () => void {
  const { announcer } = useUseCases()
  const isRequested = useRef(false)
  const { loading } = resource
  const checkTime = formatClock(checkedAt)
  const text = isStale(resource) ? pollFailedText(checkTime) : stillPendingText(checkTime)
  const isPending = resource.value?.order?.status === 'pending'
  useEffect(() => {
    if (loading || !isRequested.current) return
    isRequested.current = false
    if (isPending) announcer.announce(text)
  }, [announcer, loading, isPending, text])
  return () => {
    isRequested.current = true
    check()
  }
}
