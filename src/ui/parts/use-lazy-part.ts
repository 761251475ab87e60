import { type ComponentType, lazy, useState } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/**
 * Returns a component whose code loads when it is first rendered. Each mount loads it again, so
 * that a retry after a failure works. Call it above the `Suspense` that waits for the component.
 */
export function useLazyPart<P>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const { loadCode } = useUseCases()
  const [Part] = useState(() => lazy(async () => ({ default: await loadCode(load) })))
  return Part
}
