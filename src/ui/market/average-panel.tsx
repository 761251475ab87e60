import { memo } from 'react'

import type { HomeState } from '#src/application/market/home.ts'
import { averageTitle } from '#src/application/market/market-messages.ts'
import { displayedPrice } from '#src/domain/trading/figures.ts'
import { Price } from '#src/ui/parts/figures.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { hasFailed, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

type Props = Pick<HomeState, 'close' | 'closeDayLabel'>

/** The volume-weighted average price, from the resource of the close. */
export const AveragePanel = memo(({ close, closeDayLabel }: Props) => (
  <section className="lead-average" aria-label="Precio promedio" aria-busy={isBusy(close)}>
    {!hasFailed(close) && <h2 className="lead-label">{averageTitle(closeDayLabel)}</h2>}
    <GuardedRegion>
      <ResourceView
        resource={close}
        failureTitle="No pudimos consultar el precio promedio"
        skeleton={
          <span className="fig md">
            <Skeleton width="w-40" height="h-7" />
          </span>
        }
      >
        {({ value }) => <Price value={displayedPrice(value.average)} size="md" />}
      </ResourceView>
    </GuardedRegion>
  </section>
))
