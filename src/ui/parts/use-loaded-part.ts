import { type ComponentType, startTransition, useEffect, useState } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Loads the code of a component. */
export type LoadPart<P> = () => Promise<ComponentType<P>>

/** The loaded component of each `LoadPart`. */
const loadedParts = new WeakMap<object, unknown>()

const findLoaded = <P>(load: LoadPart<P>) => (loadedParts.get(load) ?? null) as ComponentType<P> | null

async function loadOnce<P>(load: LoadPart<P>): Promise<ComponentType<P>> {
  const Part = await load()
  loadedParts.set(load, Part)
  return Part
}

/** Loads a component before its mount. Ignores a failure: the mounted part loads its code again. */
export const preloadPart = <P>(load: LoadPart<P>): void => void loadOnce(load).catch(() => {})

/**
 * Loads the code of a component after the mount and returns the component. Returns null while
 * `load` is null and until the code is loaded; later mounts with the same `load` get the component
 * in their first render. Throws a load error to the error boundary, whose retry loads again.
 */
export function useLoadedPart<P>(load: LoadPart<P> | null): ComponentType<P> | null {
  const { loadCode } = useUseCases()
  const [result, setResult] = useState<{ readonly error: unknown } | 'loaded' | null>(null)

  // React shows the fallback of `Suspense` for at least 300 ms. A transition has no such minimum.
  useEffect(() => {
    if (load === null || findLoaded(load)) return
    let isMounted = true
    const finish = (next: { readonly error: unknown } | 'loaded') => {
      if (isMounted) startTransition(() => setResult(next))
    }
    loadCode(() => loadOnce(load)).then(
      () => finish('loaded'),
      (error: unknown) => finish({ error }),
    )
    return () => {
      isMounted = false
    }
  }, [load, loadCode])

  if (result !== null && result !== 'loaded') throw result.error
  return load && findLoaded(load)
}
