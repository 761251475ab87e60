import { useSyncExternalStore } from 'react'

const query = () => matchMedia('(max-width: 599.98px)')

function subscribe(listener: () => void) {
  const mediaQuery = query()
  mediaQuery.addEventListener('change', listener)
  return () => mediaQuery.removeEventListener('change', listener)
}

/** Whether the page is less than 600 px wide: rows become records there. */
export const usePhone = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => false,
  )
