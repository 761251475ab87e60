import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Returns true on the server and in the render that hydrates the component. */
export function useHydrating(): boolean {
  let isHydrating = false
  // React reads the server's snapshot only while it hydrates and on the server.
  useSyncExternalStore(
    subscribe,
    () => true,
    () => {
      isHydrating = true
      return true
    },
  )
  return isHydrating
}

/**
 * Returns false on the server and during hydration, and true after it. Without server rendering,
 * returns true from the first render. The change to true is a transition, which React renders in
 * slices. A change of an external store would render in one task.
 */
export function useHydrated(): boolean {
  const isHydrating = useHydrating()
  const [isHydrated, setHydrated] = useState(!isHydrating)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return isHydrated
}
