import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/**
 * False while the page that the server rendered is hydrated, and on the server. A page without
 * server rendering is hydrated from the start. What follows is rendered as a transition, in slices:
 * a store that differs after hydration would render everything in one task.
 */
export function useHydrated(): boolean {
  let hydrating = false
  // React reads the server's snapshot only while it hydrates and on the server.
  useSyncExternalStore(
    subscribe,
    () => true,
    () => {
      hydrating = true
      return true
    },
  )
  const [hydrated, setHydrated] = useState(!hydrating)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return hydrated
}
