import { useSyncExternalStore } from 'react'

const queryWidePage = () => matchMedia('(min-width: 1200px)')

function subscribe(listener: () => void) {
  const mediaQuery = queryWidePage()
  mediaQuery.addEventListener('change', listener)
  return () => mediaQuery.removeEventListener('change', listener)
}

/** True if the page is at least 1200 px wide, so that a timeline fits next to its table. */
export const useWidePage = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => queryWidePage().matches,
    () => true,
  )
