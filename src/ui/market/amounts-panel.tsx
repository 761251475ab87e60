import { memo } from 'react'

import type { HomeState } from '#src/application/market/home.ts'
import { formatCount, formatUsd } from '#src/domain/money.ts'
import type { DollarAmounts } from '#src/domain/trading/market.ts'
import { Figure, Quantity } from '#src/ui/parts/figures.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { FailedResource, formatMeta, hasFailed, isBusy } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

interface Cell {
  readonly figure: keyof DollarAmounts
  readonly label: string
  readonly format: (value: number | null) => string
  readonly unit?: string
}

const CELLS: readonly Cell[] = [
  { figure: 'sum', label: 'Negociado', format: formatUsd, unit: 'USD' },
  { figure: 'last', label: 'Último', format: formatUsd, unit: 'USD' },
  { figure: 'average', label: 'Promedio', format: formatUsd, unit: 'USD' },
  { figure: 'low', label: 'Mínimo', format: formatUsd, unit: 'USD' },
  { figure: 'high', label: 'Máximos', format: formatUsd, unit: 'USD' },
  { figure: 'count', label: 'Transacciones', format: formatCount },
]

interface Props extends Pick<HomeState, 'amounts'> {
  readonly title: string
  /** The note next to the heading: the day of the amounts, or the time of their last deal. */
  readonly meta: string | null
}

/** The traded amounts of the trading day. The sum has the most digits, the count the fewest. */
export const AmountsPanel = memo(({ amounts, title, meta }: Props) => (
  <Panel
    name="Montos del dólar"
    title={title}
    className="mt-9 lazy-layout-176 max-sm:lazy-layout-243 xl:lazy-layout-110"
    // An unknown note keeps its line: on a phone it is below the heading.
    meta={formatMeta(amounts, meta) ?? <br />}
    busy={isBusy(amounts)}
    stale={amounts.stale}
  >
    {hasFailed(amounts) ? (
      <FailedResource resource={amounts} title="No pudimos consultar los montos del dólar" />
    ) : (
      <dl className="grid grid-cols-[minmax(0,1.5fr)_repeat(4,minmax(0,1fr))_minmax(0,.8fr)] gap-x-grid gap-y-4.5 border-b border-line pt-0.5 pb-4 max-lg:grid-cols-[minmax(0,1.4fr)_repeat(2,minmax(0,1fr))] max-sm:grid-cols-[repeat(auto-fit,minmax(min(100%,8.25rem),1fr))]">
        {CELLS.map(({ figure, label, ...quantity }) => (
          <div key={figure}>
            <dt className="mb-1 text-sm wrap-anywhere text-muted">{label}</dt>
            <Figure as="dd" size="sm">
              {amounts.value ? (
                <Quantity value={amounts.value.value[figure]} size="sm" {...quantity} />
              ) : (
                <Skeleton width="w-24" height="h-4.5" />
              )}
            </Figure>
          </div>
        ))}
      </dl>
    )}
  </Panel>
))
