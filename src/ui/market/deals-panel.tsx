import { memo } from 'react'

import type { LiveMarketState } from '#src/application/market/dashboard.ts'
import { DealsList, type DealsListProps } from '#src/ui/market/deals-list.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { formatMeta, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'

/** The list of deals. The server does not render it: its filter is in the query. */
const HydratedList = memo((props: DealsListProps) => (
  <div className="flex min-h-0 flex-1 flex-col">{useHydrated() && <DealsList {...props} />}</div>
))

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
    className={`flex flex-col noscript:hidden ${className}`}
  >
    <div className="flex min-h-0 grow basis-[15rem] flex-col max-lg:basis-[24rem]">
      <ResourceView resource={intraday} failureTitle="No pudimos consultar las operaciones" skeleton={null}>
        {() => <HydratedList {...list} isDayOver={status.phase === 'closed'} />}
      </ResourceView>
    </div>
  </Panel>
))
