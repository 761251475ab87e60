import { memo } from 'react'
import { type Headline, toHeadline } from '#src/application/market/headline.ts'
import type { HomeState } from '#src/application/market/home-view.ts'
import { lastDeal } from '#src/application/market/market-messages.ts'
import { clockText } from '#src/domain/text.ts'
import { Change, Price } from '#src/ui/parts/figures.tsx'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import { isBusy, isStale, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

type Props = Pick<HomeState, 'close' | 'prices'>

const Waiting = () => (
  <>
    <span className="fig lg">
      <Skeleton width="w-3/4" height="h-[.72em]" />
    </span>
    <p className="text-sm">
      <Skeleton width="w-40" />
    </p>
  </>
)

function MoveLine({ move }: Pick<Headline, 'move'>) {
  if (move === null) return <p className="text-sm text-muted">&nbsp;</p>
  return (
    <p className="text-sm text-muted">
      <Change text={move.amount} aside={`(${move.percent})`} />
      <span className="ml-2">frente a la apertura</span>
    </p>
  )
}

/** The headline of the product: the last price, and how far it is from the opening. */
export const ClosePanel = memo(({ close, prices }: Props) => (
  <section className="last-price panel today" aria-label="Precio de cierre" aria-busy={isBusy(close)}>
    <div className="close">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="label">Precio de cierre</h2>
        <RegionMeta stale={isStale(close)}>
          {close.value?.value.time != null && lastDeal(clockText(close.value.value.time))}
        </RegionMeta>
      </div>
      <GuardedRegion>
        <ResourceView resource={close} failed="No pudimos consultar el precio de cierre" skeleton={<Waiting />}>
          {({ value }) => {
            const { price, move } = toHeadline(value, prices.value?.value ?? null)
            return (
              <>
                <Price value={price} size="lg" />
                <MoveLine move={move} />
              </>
            )
          }}
        </ResourceView>
      </GuardedRegion>
    </div>
  </section>
))
