import type { PlotPlane } from '#src/charts/view/chart-props.ts'

/** Stores the plane of the last drawing, for content over the plot. */
export interface PlaneStore {
  read(): PlotPlane | null
  write(plane: PlotPlane): void
  subscribe(listener: () => void): () => void
}

const isSame = (one: PlotPlane | null, other: PlotPlane) => JSON.stringify(one) === JSON.stringify(other)

export function createPlaneStore(): PlaneStore {
  let current: PlotPlane | null = null
  const listeners = new Set<() => void>()
  return {
    read: () => current,
    write(plane) {
      // Without content over the plot, nothing is compared at every drawing.
      if (listeners.size > 0 && isSame(current, plane)) return
      current = plane
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
