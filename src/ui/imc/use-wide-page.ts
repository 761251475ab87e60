import { useSyncExternalStore } from 'react'

const query = () => matchMedia('(min-width: 1200px)')

function subscribe(listener: () => void) {
  const mediaQuery = query()
  mediaQuery.addEventListener('change', listener)
  return () => mediaQuery.removeEventListener('change', listener)
}

/** Whether the page is at least 1200 px wide: a timeline fits next to its table there. */
export const useWidePage = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => true,
  )
