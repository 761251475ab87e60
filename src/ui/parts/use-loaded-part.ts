import { type ComponentType, startTransition, useEffect, useState } from 'react'

import { usePortal } from '#src/ui/portal/portal-context.tsx'

/** Loads the code of a component. */
export type LoadPart<P> = () => Promise<ComponentType<P>>

/** The loaded component of each `LoadPart`. */
const loadedParts = new WeakMap<object, unknown>()

const findLoaded = <P>(load: LoadPart<P>) => (loadedParts.get(load) ?? null) as ComponentType<P> | null

/** Loads a component and stores it for later mounts. */
export async function loadAndStore<P>(load: LoadPart<P>): Promise<ComponentType<P>> {
  const Part = await load()
  loadedParts.set(load, Part)
  return Part
}

/** Loads a component before its mount. Ignores a failure: the mounted part loads its code again. */
export const preloadPart = <P>(load: LoadPart<P>): void => void loadAndStore(load).catch(() => {})

/** The result of the last load; `failure` is null if it succeeded. */
interface LoadResult {
  readonly load: object
  readonly failure: { readonly error: unknown } | null
}

/**
 * Loads the code of a component after the mount and returns the component. Returns null while
 * `load` is null and until the code is loaded; later mounts with the same `load` get the component
 * in their first render. Throws a load error to the error boundary, whose retry loads again.
 */
export function useLoadedPart<P>(load: LoadPart<P> | null): ComponentType<P> | null {
  const { loadCode } = usePortal()
  const [result, setResult] = useState<LoadResult | null>(null)
  const Part = load && findLoaded(load)
  const hasResult = result !== null && result.load === load

  // React shows the fallback of `Suspense` for at least 300 ms. A transition has no such minimum.
  useEffect(() => {
    if (load === null || Part || hasResult) return
    let isMounted = true
    const finish = (failure: LoadResult['failure']) => {
      if (isMounted) startTransition(() => setResult({ load, failure }))
    }
    loadCode(() => loadAndStore(load)).then(
      () => finish(null),
      (error: unknown) => finish({ error }),
    )
    return () => {
      isMounted = false
    }
  }, [load, loadCode, Part, hasResult])

  if (hasResult && result.failure) throw result.failure.error
  return Part
}
