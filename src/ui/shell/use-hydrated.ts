import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/**
 * False on the server and during hydration, then true. Without server rendering it is true from the
 * start. The change renders in slices, as a transition: a store that changes after hydration would
 * render everything in one task.
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
