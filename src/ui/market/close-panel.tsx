import { lastDeal } from '#src/application/market/market-messages.ts'
import { percent, signed } from '#src/domain/money.ts'
import { clockText } from '#src/domain/text.ts'
import { displayedPrice } from '#src/domain/trading/figures.ts'
import { moveSinceOpening } from '#src/domain/trading/move.ts'
import type { HomeResources } from '#src/ui/market/use-home.ts'
import { Change, Price } from '#src/ui/parts/figures.tsx'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import { isBusy, isStale, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

type Props = Pick<HomeResources, 'close' | 'prices'>

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

function MoveLine({ close, open }: { readonly close: number | null; readonly open: number | null }) {
  const move = moveSinceOpening(close, open)
  if (move === null) return <p className="text-sm text-muted">&nbsp;</p>
  return (
    <p className="text-sm text-muted">
      <Change text={signed(move.amount, 2)} aside={`(${percent(move.percent)})`} />
      <span className="ml-2">frente a la apertura</span>
    </p>
  )
}

/** The headline of the product: the last price, and how far it is from the opening. */
export const ClosePanel = ({ close, prices }: Props) => (
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
          {({ value }) => (
            <>
              <Price value={displayedPrice(value.close)} size="lg" />
              <MoveLine close={value.close} open={prices.value?.value.open.value ?? null} />
            </>
          )}
        </ResourceView>
      </GuardedRegion>
    </div>
  </section>
)
