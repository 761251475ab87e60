import { memo } from 'react'

import type { HomeState } from '#src/application/market/home.ts'
import { averageTitle } from '#src/application/market/market-messages.ts'
import { toShownAverage } from '#src/application/market/prices.ts'
import { Figure, FigureTitle, Price } from '#src/ui/parts/figures.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { hasFailed, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

type Props = Pick<HomeState, 'close' | 'closeDayLabel'>

/** The volume-weighted average price, from the resource of the close. */
export const AveragePanel = memo(({ close, closeDayLabel }: Props) => (
  <section
    className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-3"
    aria-label="Precio promedio"
    aria-busy={isBusy(close)}
  >
    {!hasFailed(close) && <FigureTitle>{averageTitle(closeDayLabel)}</FigureTitle>}
    <GuardedRegion>
      <ResourceView
        resource={close}
        failureTitle="No pudimos consultar el precio promedio"
        skeleton={
          <Figure size="md">
            <Skeleton width="w-40" height="h-7" />
          </Figure>
        }
      >
        {({ value }) => <Price value={toShownAverage(value)} size="md" />}
      </ResourceView>
    </GuardedRegion>
  </section>
))
