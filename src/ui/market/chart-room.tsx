import type { ReactNode } from 'react'

import { offline } from '#src/application/market/market-messages.ts'
import type { Resource } from '#src/ui/market/use-resource.ts'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import { ageOf, isBusy, isStale, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { usePageState } from '#src/ui/shell/use-page-state.ts'

interface Props<T> {
  readonly resource: Resource<T>
  readonly legend: ReactNode
  /** The day that is drawn, null when it is the one that everybody expects. */
  readonly day: string | null
  readonly children: (value: T) => ReactNode
}

/** In place of a chart that nobody can ask for; without a button, as it comes by itself with the connection. */
function NotConnected() {
  const { lead, rest } = offline(null)
  return (
    <div className="blank" role="status">
      <b>{lead}</b>
      <p>{rest}</p>
    </div>
  )
}

/** A chart's legend, age and place, which has its height before the data comes. */
export function ChartRoom<T>({ resource, legend, day, children }: Props<T>) {
  const { online } = usePageState()
  const meta = ageOf(resource, day)
  const stale = isStale(resource)
  return (
    <>
      <div className="chart-keys">
        {legend}
        {(stale || meta !== null) && <RegionMeta stale={stale}>{meta}</RegionMeta>}
      </div>
      <div className="chart chart-room" aria-busy={isBusy(resource)}>
        <GuardedRegion>
          <ResourceView
            resource={resource}
            failed="No pudimos consultar la gráfica"
            skeleton={online ? null : <NotConnected />}
          >
            {children}
          </ResourceView>
        </GuardedRegion>
      </div>
    </>
  )
}
