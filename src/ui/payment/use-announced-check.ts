import { useEffect, useRef } from 'react'

import { pollFailedText, stillPendingText } from '#src/application/payment/order-messages.ts'
import type { OrderViewState } from '#src/application/payment/order-view.ts'
import { formatClock } from '#src/domain/text.ts'
import { isStale } from '#src/ui/parts/resource-view.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/**
 * Announces a check that the user asked for and that brought no result. A result needs no
 * announcement: its heading takes the focus.
 */
export function useAnnouncedCheck({ resource, checkedAt }: OrderViewState, check: () => void): () => void {
  const { announcer } = useUseCases()
  const isAsked = useRef(false)
  const { loading } = resource
  const last = formatClock(checkedAt)
  const text = isStale(resource) ? pollFailedText(last) : stillPendingText(last)
  const isPending = resource.value?.order?.status === 'pending'
  useEffect(() => {
    if (loading || !isAsked.current) return
    isAsked.current = false
    if (isPending) announcer.announce(text)
  }, [announcer, loading, isPending, text])
  return () => {
    isAsked.current = true
    check()
  }
}
