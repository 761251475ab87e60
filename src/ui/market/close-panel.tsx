import { memo } from 'react'
import type { HomeState } from '#src/application/market/home.ts'
import { closeTitle, lastDealText } from '#src/application/market/market-messages.ts'
import { toHeadline } from '#src/application/market/prices.ts'
import { formatClock } from '#src/domain/text.ts'
import { Comparison, ComparisonLine } from '#src/ui/parts/comparison-line.tsx'
import { Figure, FigureTitle, Price } from '#src/ui/parts/figures.tsx'
import { GuardedRegion, Region, RegionMeta } from '#src/ui/parts/panel.tsx'
import { isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

interface Props extends Pick<HomeState, 'close' | 'closeDayPrices' | 'closeDayLabel'> {
  /** On a phone, the panel has less space above and below. */
  readonly isDense?: boolean
  /** Positions the panel in the grid. */
  readonly className?: string
}

const CloseSkeleton = () => (
  <>
    <div className="mt-2.5 mb-3">
      <Figure size="lg">
        <Skeleton width="w-3/4" height="h-[.72em]" />
      </Figure>
    </div>
    <Comparison height="wrapping">
      <Skeleton width="w-40" />
    </Comparison>
    <Comparison>&nbsp;</Comparison>
  </>
)

/** The last price and its changes from the previous close and from the opening (D66). */
export const ClosePanel = memo(({ close, closeDayPrices, closeDayLabel, isDense = false, className = '' }: Props) => (
  <Region className={className} aria-label="Precio de cierre" aria-busy={isBusy(close)}>
    <div className={`@container pt-2.5 pb-4.5 ${isDense ? 'max-sm:pt-2 max-sm:pb-0' : ''}`}>
      <div className="flex items-baseline justify-between gap-4">
        <FigureTitle>{closeTitle(closeDayLabel)}</FigureTitle>
        {/* The note stays beside the short title, also on a phone. */}
        <span className="text-xs">
          <RegionMeta stale={close.stale}>
            {close.value?.value.time != null && lastDealText(formatClock(close.value.value.time))}
          </RegionMeta>
        </span>
      </div>
      <GuardedRegion>
        <ResourceView
          resource={close}
          failureTitle="No pudimos consultar el precio de cierre"
          skeleton={<CloseSkeleton />}
        >
          {({ value }) => {
            const { price, comparisons } = toHeadline(value, closeDayPrices.value?.value ?? null)
            const [mainComparison = null, secondComparison = null] = comparisons
            return (
              <>
                <div className="mt-2.5 mb-3">
                  <Price value={price} size="lg" />
                </div>
                <ComparisonLine comparison={mainComparison} height="wrapping" />
                <ComparisonLine comparison={secondComparison} />
              </>
            )
          }}
        </ResourceView>
      </GuardedRegion>
    </div>
  </Region>
))
