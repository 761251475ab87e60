import { memo } from 'react'

import type { HomeState } from '#src/application/market/home-view.ts'
import type { DollarPrices, PriceFigure } from '#src/domain/trading/market.ts'
import { DirectionWord, Price } from '#src/ui/parts/figures.tsx'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import { FailedResource, formatAge, hasFailed, isBusy, isStale } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

const ROWS: readonly (readonly [figure: keyof DollarPrices, label: string])[] = [
  ['trm', 'TRM'],
  ['open', 'Apertura'],
  ['low', 'Mínimo'],
  ['high', 'Máximo'],
]

const WaitingCells = () => (
  <>
    <dd>
      <Skeleton width="w-11" />
    </dd>
    <dd className="fig sm">
      <Skeleton width="w-22" height="h-4.5" />
    </dd>
  </>
)

const Cells = ({ value, change }: PriceFigure) => (
  <>
    <dd>{value !== null && <DirectionWord direction={change} />}</dd>
    <dd>
      <Price value={value} size="sm" />
    </dd>
  </>
)

type Props = Pick<HomeState, 'prices'>

/** The four reference prices, each against the previous trading day's. */
export const PricesPanel = memo(({ prices }: Props) => (
  <section aria-label="Precios del dólar" aria-busy={isBusy(prices)}>
    <GuardedRegion>
      {hasFailed(prices) ? (
        <FailedResource resource={prices} title="No pudimos consultar los precios del dólar" />
      ) : (
        <dl className="stats list">
          {ROWS.map(([figure, label]) => (
            <div key={figure}>
              <dt>{label}</dt>
              {prices.value ? <Cells {...prices.value.value[figure]} /> : <WaitingCells />}
            </div>
          ))}
        </dl>
      )}
      {isStale(prices) && (
        <p className="mt-2">
          <RegionMeta stale>{formatAge(prices, null)}</RegionMeta>
        </p>
      )}
    </GuardedRegion>
  </section>
))
