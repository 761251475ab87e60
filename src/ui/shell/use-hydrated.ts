import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/**
 * False while the page that the server rendered is hydrated, and on the server. A page without
 * server rendering is hydrated from the start.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
