import { type ReactNode, useSyncExternalStore } from 'react'

import type { PlotPlane } from '#src/charts/view/chart-props.ts'
import type { PlaneStore } from '#src/charts/view/plane.ts'

interface Props {
  readonly planes: PlaneStore
  readonly render: (plane: PlotPlane) => ReactNode
}

/** Content over the plot, on a layer of its own: the chart is not drawn again for it. */
export function Overlay({ planes, render }: Props) {
  const plane = useSyncExternalStore(planes.subscribe, planes.read, () => null)
  return plane && <div className="chart-overlay">{render(plane)}</div>
}
