import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { createDealsView, type DealsSource } from '#src/application/market/deals.ts'
import { writeMinimum } from '#src/application/navigation/query.ts'

/**
 * Returns the listed deals of a market, and the actions on the list. The minimum amount is in the
 * address; a new amount replaces the history entry (D74).
 */
export function useDeals(source: DealsSource) {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const [view] = useState(() => createDealsView(source, query))
  useEffect(() => view.applyQuery(query), [view, query])

  function updateAddress() {
    const next = writeMinimum(query, view.getSnapshot().minimum.amount)
    if (next !== query) navigate(next === '' ? path : `${path}?${next}`, { replace: true })
  }

  return {
    ...useSelector(view, (state) => state),
    pause: view.pause,
    resume: view.resume,
    scroll: view.scroll,
    typeMinimum(text: string) {
      view.typeMinimum(text)
      updateAddress()
    },
    confirmMinimum() {
      view.confirmMinimum()
      updateAddress()
    },
  }
}
