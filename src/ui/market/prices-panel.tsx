import { memo } from 'react'

import type { HomeState } from '#src/application/market/home.ts'
import { PRICE_LABELS } from '#src/application/market/market-messages.ts'
import { type ReferencePrice, toReferencePrices } from '#src/application/market/prices.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { type Market, PRICE_NAMES } from '#src/domain/trading/market.ts'
import { DirectionWord, Price } from '#src/ui/parts/figures.tsx'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import { FailedResource, formatMeta, hasFailed, isBusy } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

const CellsSkeleton = () => (
  <>
    <dd>
      <Skeleton width="w-11" />
    </dd>
    <dd className="fig sm">
      <Skeleton width="w-22" height="h-4.5" />
    </dd>
  </>
)

const Cells = ({ value, direction, comparedText }: ReferencePrice) => (
  <>
    <dd className="comparison-cell">
      {value !== null && <DirectionWord direction={direction} />}
      {comparedText !== null && <span>{comparedText}</span>}
    </dd>
    <dd>
      <Price value={value} size="sm" />
    </dd>
  </>
)

interface Props extends Pick<HomeState, 'prices'> {
  readonly market: Market
  /** Today in Bogotá. */
  readonly today: BogotaDate
}

/** The four reference prices, each compared with a figure of the previous trading day (D66). */
export const PricesPanel = memo(({ prices, market, today }: Props) => (
  <section aria-label="Precios del dólar" aria-busy={isBusy(prices)}>
    <GuardedRegion>
      {hasFailed(prices) ? (
        <FailedResource resource={prices} title="No pudimos consultar los precios del dólar" />
      ) : (
        <dl className="stats list">
          {prices.value
            ? toReferencePrices(prices.value, market, today).map((row) => (
                <div key={row.name}>
                  <dt>{row.label}</dt>
                  <Cells {...row} />
                </div>
              ))
            : PRICE_NAMES.map((name) => (
                <div key={name}>
                  <dt>{PRICE_LABELS[name]}</dt>
                  <CellsSkeleton />
                </div>
              ))}
        </dl>
      )}
      {prices.stale && (
        <p className="mt-2">
          <RegionMeta stale>{formatMeta(prices, null)}</RegionMeta>
        </p>
      )}
    </GuardedRegion>
  </section>
))
