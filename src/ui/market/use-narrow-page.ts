import { useSyncExternalStore } from 'react'

import { NARROW_PAGE_PX } from '#src/domain/charting/chart-view.ts'

const queryNarrowWidth = () => matchMedia(`(max-width: ${NARROW_PAGE_PX}px)`)

function subscribe(listener: () => void) {
  const mediaQuery = queryNarrowWidth()
  mediaQuery.addEventListener('change', listener)
  return () => mediaQuery.removeEventListener('change', listener)
}

/** True if the page is narrow: candles then have longer intervals (`bandera` 1, §7.1). */
export const useNarrowPage = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => queryNarrowWidth().matches,
    () => false,
  )
