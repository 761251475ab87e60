import { useSyncExternalStore } from 'react'

import { NARROW_PAGE_PX } from '#src/domain/charting/chart-view.ts'

const query = () => matchMedia(`(max-width: ${NARROW_PAGE_PX}px)`)

function subscribe(listener: () => void) {
  const mediaQuery = query()
  mediaQuery.addEventListener('change', listener)
  return () => mediaQuery.removeEventListener('change', listener)
}

/** True when the page is so narrow that candles have wide intervals (`bandera` 1, §7.1). */
export const useNarrowPage = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => false,
  )
