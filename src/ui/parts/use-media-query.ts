import { useCallback, useSyncExternalStore } from 'react'

/**
 * Returns whether the page matches a media query; renders again after a change. Returns `assumed`
 * on the server and during hydration.
 */
export function useMediaQuery(query: string, assumed: boolean): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const mediaQuery = matchMedia(query)
      mediaQuery.addEventListener('change', listener)
      return () => mediaQuery.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => assumed,
  )
}

/** True if the page is at least 1200 px wide, so that a detail fits next to its list. */
export const useWidePage = (): boolean => useMediaQuery('(min-width: 1200px)', true)

/** True if the page is less than 600 px wide. Tables show records then. */
export const usePhone = (): boolean => useMediaQuery('(max-width: 599.98px)', false)
