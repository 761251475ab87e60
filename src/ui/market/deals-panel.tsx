import { memo, useRef } from 'react'

import type { LiveMarketState } from '#src/application/market/dashboard.ts'
import type { DealsListProps } from '#src/ui/market/deals-list.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { formatMeta, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { useNearbyPart } from '#src/ui/parts/use-nearby-part.ts'

const loadList = async () => (await import('#src/ui/market/deals-list.tsx')).DealsList

/**
 * The list of deals. Its code loads when the list is near the screen; after a failed load, the next
 * mount loads the code again.
 */
const NearbyList = memo((props: DealsListProps) => {
  const container = useRef<HTMLDivElement>(null)
  const List = useNearbyPart(loadList, container)
  return (
    <div ref={container} className="deals-container">
      {List && <List {...props} />}
    </div>
  )
})

interface Props
  extends Omit<DealsListProps, 'isDayOver'>,
    Pick<LiveMarketState, 'intraday' | 'status' | 'chartDayLabel'> {
  /** Positions the panel in the grid. */
  readonly className: string
}

/**
 * The deals of the trading day, the newest first (D74). The panel has its final height while the
 * deals load.
 */
export const DealsPanel = memo(({ intraday, status, chartDayLabel, className, ...list }: Props) => (
  <Panel
    name="Últimas operaciones"
    meta={formatMeta(intraday, chartDayLabel ?? (list.isDelayed ? 'Con 15 min de retraso' : null))}
    busy={isBusy(intraday)}
    stale={intraday.stale}
    className={`deals ${className}`}
  >
    <div className="deals-room">
      <ResourceView resource={intraday} failureTitle="No pudimos consultar las operaciones" skeleton={null}>
        {() => <NearbyList {...list} isDayOver={status.phase === 'closed'} />}
      </ResourceView>
    </div>
  </Panel>
))
