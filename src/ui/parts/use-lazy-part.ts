import { type ComponentType, lazy, useState } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/**
 * Returns a component whose code loads when it is first rendered. Each mount loads the code again,
 * so that a retry works. Call this hook above the `Suspense` that waits for the component.
 */
export function useLazyPart<P>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const { loadCode } = useUseCases()
  const [Part] = useState(() => lazy(async () => ({ default: await loadCode(load) })))
  return Part
}
