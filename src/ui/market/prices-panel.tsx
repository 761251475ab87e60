import { memo } from 'react'

import type { HomeState } from '#src/application/market/home-view.ts'
import { comparedDay } from '#src/application/market/market-day-text.ts'
import { comparedFigure } from '#src/application/market/market-messages.ts'
import { price } from '#src/domain/money.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { type Market, PRICE_FIGURES, type PriceFigure } from '#src/domain/trading/market.ts'
import { DirectionWord, Price } from '#src/ui/parts/figures.tsx'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import { FailedResource, formatAge, hasFailed, isBusy, isStale } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

const LABELS: Readonly<Record<(typeof PRICE_FIGURES)[number], string>> = {
  trm: 'TRM',
  open: 'Apertura',
  low: 'Mínimo',
  high: 'Máximo',
}

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

interface CellsProps extends PriceFigure {
  /** Name of the previous trading day. */
  readonly day: string
}

const Cells = ({ value, change, previous, day }: CellsProps) => (
  <>
    <dd className="compared">
      {value !== null && <DirectionWord direction={change} />}
      {previous !== null && <span>{comparedFigure(day, price(previous))}</span>}
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

/** The four reference prices, each with the previous trading day's figure that it is compared with (D66). */
export const PricesPanel = memo(({ prices, market, today }: Props) => (
  <section aria-label="Precios del dólar" aria-busy={isBusy(prices)}>
    <GuardedRegion>
      {hasFailed(prices) ? (
        <FailedResource resource={prices} title="No pudimos consultar los precios del dólar" />
      ) : (
        <dl className="stats list">
          {PRICE_FIGURES.map((figure) => (
            <div key={figure}>
              <dt>{LABELS[figure]}</dt>
              {prices.value ? (
                <Cells {...prices.value.value[figure]} day={comparedDay(market, prices.value.tradingDay, today)} />
              ) : (
                <WaitingCells />
              )}
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
