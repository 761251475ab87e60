import { type ComponentType, type RefObject, useEffect, useState } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** How far below or above the screen a part is near. */
const NEAR = '50% 0px'

type Loaded<P> = { readonly Part: ComponentType<P> } | { readonly error: unknown }

/**
 * A component whose code is loaded after the first paint, once `place` is near the screen; null
 * until then. An error of the load is thrown into the region, whose retry mounts it anew.
 */
export function useNearbyPart<P>(
  load: () => Promise<ComponentType<P>>,
  place: RefObject<Element | null>,
): ComponentType<P> | null {
  const { loadCode } = useUseCases()
  const [loaded, setLoaded] = useState<Loaded<P> | null>(null)

  useEffect(() => {
    if (!place.current) return
    let isMounted = true
    const settle = (result: Loaded<P>) => {
      if (isMounted) setLoaded(result)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        loadCode(load).then(
          (Part) => settle({ Part }),
          (error: unknown) => settle({ error }),
        )
      },
      { rootMargin: NEAR },
    )
    observer.observe(place.current)
    return () => {
      isMounted = false
      observer.disconnect()
    }
  }, [load, place, loadCode])

  if (loaded && 'error' in loaded) throw loaded.error
  return loaded?.Part ?? null
}
