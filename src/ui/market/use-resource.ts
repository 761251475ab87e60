import { useMemo } from 'react'

import type { Load, ResourceState } from '#src/application/platform/resource.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useView } from '#src/ui/shell/use-view.ts'

export type Resource<T> = ResourceState<T>

/** Loads and refreshes while the component is mounted; another `load` is another source. */
export function useResource<T>(load: Load<T>, interval: number): ResourceState<T> {
  const { createResource } = useUseCases()
  const resource = useMemo(() => createResource(load, interval), [createResource, load, interval])
  return useView(resource)
}
