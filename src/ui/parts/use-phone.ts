import { useSyncExternalStore } from 'react'

const queryPhoneWidth = () => matchMedia('(max-width: 599.98px)')

function subscribe(listener: () => void) {
  const mediaQuery = queryPhoneWidth()
  mediaQuery.addEventListener('change', listener)
  return () => mediaQuery.removeEventListener('change', listener)
}

/** True if the page is less than 600 px wide. Tables show records then. */
export const usePhone = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => queryPhoneWidth().matches,
    () => false,
  )
