import type { ReactNode } from 'react'
import type { ResourceState } from '#src/application/platform/resource.ts'
import { lazyPart } from '#src/ui/parts/lazy-part.tsx'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import { formatMeta, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'

/** The tools of a chart, whose menus are loaded after the prices. */
export const LazyChartTools = lazyPart(async () => (await import('#src/ui/market/chart-tools.tsx')).ChartTools)

interface Props<T> {
  readonly resource: ResourceState<T>
  readonly legend: ReactNode
  /** Label of the charted trading day; null when that day is today or unknown. */
  readonly dayLabel: string | null
  /** The tools of the chart; null without points. */
  readonly tools: ReactNode
  readonly children: (value: T) => ReactNode
}

/**
 * A chart with its legend and the age of its data. The area has its final height before the data is
 * loaded.
 */
export function ChartArea<T>({ resource, legend, dayLabel, tools, children }: Props<T>) {
  const meta = formatMeta(resource, dayLabel)
  const stale = resource.stale
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-1 pb-2.5 max-sm:min-h-13.5 pointer-coarse:min-h-14.5 print:min-h-0">
        {legend}
        {(stale || meta !== null) && <RegionMeta stale={stale}>{meta}</RegionMeta>}
        {tools}
      </div>
      <div className="chart chart-room" aria-busy={isBusy(resource)}>
        <GuardedRegion>
          <ResourceView resource={resource} failureTitle="No pudimos consultar la gráfica" skeleton={null}>
            {children}
          </ResourceView>
        </GuardedRegion>
      </div>
    </>
  )
}
