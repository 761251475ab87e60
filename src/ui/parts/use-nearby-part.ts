import { type ComponentType, type RefObject, startTransition, useEffect, useState } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

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

type LoadResult<P> = { readonly Part: ComponentType<P> } | { readonly error: unknown }

/**
 * Returns a component whose code loads when `container` is near the screen and the browser is idle;
 * null until then. Throws a load error to the error boundary. A retry mounts the part again.
 */
export function useNearbyPart<P>(
  load: () => Promise<ComponentType<P>>,
  container: RefObject<Element | null>,
): ComponentType<P> | null {
  const { loadCode } = useUseCases()
  const [result, setResult] = useState<LoadResult<P> | null>(null)

  useEffect(() => {
    if (!container.current) return
    let isMounted = true
    const publish = (next: LoadResult<P>) => {
      // A transition renders the part in slices.
      if (isMounted) startTransition(() => setResult(next))
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        runWhenIdle(() => {
          if (!isMounted) return
          loadCode(load).then(
            (Part) => publish({ Part }),
            (error: unknown) => publish({ error }),
          )
        })
      },
      { rootMargin: NEAR_MARGIN },
    )
    observer.observe(container.current)
    return () => {
      isMounted = false
      observer.disconnect()
    }
  }, [load, container, loadCode])

  if (result && 'error' in result) throw result.error
  return result?.Part ?? null
}
