import { memo } from 'react'
import { toHeadline } from '#src/application/market/headline.ts'
import type { HomeState } from '#src/application/market/home-view.ts'
import { lastDeal } from '#src/application/market/market-messages.ts'
import { formatClock } from '#src/domain/text.ts'
import { ComparisonLine } from '#src/ui/parts/comparison-line.tsx'
import { Price } from '#src/ui/parts/figures.tsx'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import { isBusy, isStale, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

type Props = Pick<HomeState, 'close' | 'prices'>

const Waiting = () => (
  <>
    <span className="fig lg">
      <Skeleton width="w-3/4" height="h-[.72em]" />
    </span>
    <p className="comparison">
      <Skeleton width="w-40" />
    </p>
    <p className="comparison">&nbsp;</p>
  </>
)

/** The last price and its change from the previous close. */
export const ClosePanel = memo(({ close, prices }: Props) => (
  <section className="last-price panel today" aria-label="Precio de cierre" aria-busy={isBusy(close)}>
    <div className="close">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="label">Precio de cierre</h2>
        <RegionMeta stale={isStale(close)}>
          {close.value?.value.time != null && lastDeal(formatClock(close.value.value.time))}
        </RegionMeta>
      </div>
      <GuardedRegion>
        <ResourceView resource={close} failed="No pudimos consultar el precio de cierre" skeleton={<Waiting />}>
          {({ value }) => {
            const { price, comparisons } = toHeadline(value, prices.value?.value ?? null)
            const [main = null, second = null] = comparisons
            return (
              <>
                <Price value={price} size="lg" />
                <ComparisonLine comparison={main} />
                <ComparisonLine comparison={second} />
              </>
            )
          }}
        </ResourceView>
      </GuardedRegion>
    </div>
  </section>
))
