import { type ComponentType, type RefObject, startTransition, useEffect, useState } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** A part is near within half a screen below or above. */
const NEAR = '50% 0px'

/** Maximum wait for an idle browser, in ms. */
const IDLE_TIMEOUT_MS = 2_000

/**
 * Runs when the browser is idle, so that a part does not delay input. Without `requestIdleCallback`
 * it runs immediately.
 */
function runWhenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS })
  else run()
}

type Loaded<P> = { readonly Part: ComponentType<P> } | { readonly error: unknown }

/**
 * A component whose code is loaded after the first paint, once `container` is near the screen and
 * the browser is idle; null until then. A load error is thrown to the error boundary, whose retry
 * mounts the part again.
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
    const setResult = (result: Loaded<P>) => {
      // A transition renders the part in slices.
      if (isMounted) startTransition(() => setLoaded(result))
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        runWhenIdle(() => {
          if (!isMounted) return
          loadCode(load).then(
            (Part) => setResult({ Part }),
            (error: unknown) => setResult({ error }),
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
