import { memo, type ReactNode } from 'react'

import type { HomeState } from '#src/application/market/home.ts'
import { PRICE_LABELS } from '#src/application/market/market-messages.ts'
import { type ReferencePrice, toReferencePrices } from '#src/application/market/prices.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { type Market, PRICE_NAMES } from '#src/domain/trading/market.ts'
import { DirectionWord, Figure, Price } from '#src/ui/parts/figures.tsx'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import { FailedResource, formatMeta, hasFailed, isBusy } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

const CellsSkeleton = () => (
  <>
    <dd>
      <Skeleton width="w-11" />
    </dd>
    <Figure as="dd" size="sm" className="justify-self-end text-right">
      <Skeleton width="w-22" height="h-4.5" />
    </Figure>
  </>
)

const Cells = ({ value, direction, comparedText }: ReferencePrice) => (
  <>
    <dd className="flex flex-wrap justify-end gap-x-2.5 text-xs wdth-table text-muted">
      {value !== null && <DirectionWord direction={direction} />}
      {comparedText !== null && <span>{comparedText}</span>}
    </dd>
    <dd className="justify-self-end text-right">
      <Price value={value} size="sm" />
    </dd>
  </>
)

interface RowProps {
  readonly label: string
  readonly isSpacious: boolean
  readonly children: ReactNode
}

const PriceRow = ({ label, isSpacious, children }: RowProps) => (
  <div
    className={`grid grid-cols-[max-content_minmax(0,1fr)_minmax(116px,max-content)] items-baseline gap-3 border-t border-line first:border-t-0 ${isSpacious ? 'py-3.25' : 'py-2.75'}`}
  >
    <dt className="text-sm text-muted">{label}</dt>
    {children}
  </div>
)

interface Props extends Pick<HomeState, 'prices'> {
  readonly market: Market
  /** The rows have more space between them. */
  readonly isSpacious?: boolean
  /** Today in Bogotá. */
  readonly today: BogotaDate
}

/** The four reference prices, each compared with a figure of the previous trading day (D66). */
export const PricesPanel = memo(({ prices, market, today, isSpacious = false }: Props) => (
  <section className="relative" aria-label="Precios del dólar" aria-busy={isBusy(prices)}>
    <GuardedRegion>
      {hasFailed(prices) ? (
        <FailedResource resource={prices} title="No pudimos consultar los precios del dólar" />
      ) : (
        <dl className="grid">
          {prices.value
            ? toReferencePrices(prices.value, market, today).map((row) => (
                <PriceRow key={row.name} label={row.label} isSpacious={isSpacious}>
                  <Cells {...row} />
                </PriceRow>
              ))
            : PRICE_NAMES.map((name) => (
                <PriceRow key={name} label={PRICE_LABELS[name]} isSpacious={isSpacious}>
                  <CellsSkeleton />
                </PriceRow>
              ))}
        </dl>
      )}
      {prices.stale && (
        <RegionMeta stale over>
          {formatMeta(prices, null)}
        </RegionMeta>
      )}
    </GuardedRegion>
  </section>
))
