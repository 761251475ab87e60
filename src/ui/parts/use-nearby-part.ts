import { type ComponentType, type RefObject, startTransition, useEffect, useState } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** How far below or above the screen a part is near. */
const NEAR = '50% 0px'

/** The longest wait for a moment without work, in ms. */
const IDLE_TIMEOUT_MS = 2_000

/**
 * Runs when the browser is idle, so that a part does not delay input. Without that API it runs at
 * once.
 */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS })
  else run()
}

type Loaded<P> = { readonly Part: ComponentType<P> } | { readonly error: unknown }

/**
 * A component whose code is loaded after the first paint, once `container` is near the screen
 * and the browser is idle; null until then. A load error is thrown into the region, whose retry
 * mounts it again.
 */
export function useNearbyPart<P>(
  load: () => Promise<ComponentType<P>>,
  container: RefObject<Element | null>,
): ComponentType<P> | null {
  const { loadCode } = useUseCases()
  const [loaded, setLoaded] = useState<Loaded<P> | null>(null)

  useEffect(() => {
    if (!container.current) return
    let isMounted = true
    const settle = (result: Loaded<P>) => {
      // As a transition the part renders in slices.
      if (isMounted) startTransition(() => setLoaded(result))
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        whenIdle(() => {
          if (!isMounted) return
          loadCode(load).then(
            (Part) => settle({ Part }),
            (error: unknown) => settle({ error }),
          )
        })
      },
      { rootMargin: NEAR },
    )
    observer.observe(container.current)
    return () => {
      isMounted = false
      observer.disconnect()
    }
  }, [load, container, loadCode])

  if (loaded && 'error' in loaded) throw loaded.error
  return loaded?.Part ?? null
}
