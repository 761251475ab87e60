import { type ComponentType, type RefObject, startTransition, useEffect, useState } from 'react'

import { type LoadPart, useLoadedPart } from '#src/ui/parts/use-loaded-part.ts'

/** A part is near the screen if it is at most half a screen above or below. */
const NEAR_MARGIN = '50% 0px'

/** Maximum wait for an idle browser, in ms. */
const IDLE_TIMEOUT_MS = 2_000

/**
 * Calls `run` when the browser is idle, so that a part does not delay input. Without
 * `requestIdleCallback`, calls it immediately.
 */
function runWhenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS })
  else run()
}

/**
 * Returns a component whose code loads when `container` is near the screen and the browser is idle;
 * null until then. Throws a load error to the error boundary. A retry mounts the part again.
 */
export function useNearbyPart<P>(load: LoadPart<P>, container: RefObject<Element | null>): ComponentType<P> | null {
  const [isNear, setNear] = useState(false)

  useEffect(() => {
    if (!container.current) return
    let isMounted = true
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        runWhenIdle(() => {
          // A transition renders the part in slices.
          if (isMounted) startTransition(() => setNear(true))
        })
      },
      { rootMargin: NEAR_MARGIN },
    )
    observer.observe(container.current)
    return () => {
      isMounted = false
      observer.disconnect()
    }
  }, [container])

  return useLoadedPart(isNear ? load : null)
}
