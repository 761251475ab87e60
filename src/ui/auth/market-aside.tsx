import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import { DELAY_NOTE, MARKET_TITLES } from '#src/application/market/market-messages.ts'
import { toHeadline } from '#src/application/market/prices.ts'
import { StillChart } from '#src/charts/view/still-chart.tsx'
import { formatPrice } from '#src/domain/money.ts'
import { formatLongDate, formatShortClock } from '#src/domain/text.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'
import { tradingBounds } from '#src/domain/trading/trading-hours.ts'
import { CHART_PADDING, INTRADAY_FORMATS } from '#src/ui/parts/chart-text.ts'
import { ComparisonLine } from '#src/ui/parts/comparison-line.tsx'
import { DelayNote } from '#src/ui/parts/delay-note.tsx'
import { Figure, Price } from '#src/ui/parts/figures.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

interface DayChartProps {
  readonly series: IntradaySeries
  readonly tradingDay: BogotaDate
  readonly trm: number | null
}

function DayChart({ series, tradingDay, trm }: DayChartProps) {
  const columns = useMemo(() => ({ x: series.times, line: series.prices, bars: series.amounts }), [series])
  const { opensAt, closesAt } = tradingBounds('spot', tradingDay)
  const lastTime = series.times.at(-1)
  return (
    <StillChart
      series={columns}
      domain={{ from: opensAt, to: closesAt }}
      baseline={trm === null ? null : { value: trm, label: `TRM ${formatPrice(trm)}` }}
      padding={CHART_PADDING.line}
      formats={INTRADAY_FORMATS}
      label={`Precio del dólar spot, ${formatShortClock(opensAt)} a ${formatShortClock(lastTime ?? closesAt)}`}
    />
  )
}

const PriceSkeleton = () => (
  <Figure size="lg">
    <Skeleton width="w-3/4" height="h-[.72em]" />
  </Figure>
)

/** The market next to a form, with the delay of visitors. */
export function MarketAside() {
  const { createMarketAside } = usePortal()
  const [view] = useState(createMarketAside)
  const { close, prices, intraday, day } = useSelector(view, (state) => state)
  return (
    <Panel
      name="Mercado con 15 minutos de retraso"
      title={MARKET_TITLES.spot}
      meta={formatLongDate(day)}
      busy={isBusy(close)}
      stale={close.stale}
    >
      <ResourceView
        resource={close}
        failureTitle="No pudimos consultar el precio de cierre"
        skeleton={<PriceSkeleton />}
      >
        {({ value }) => {
          const { price, comparisons } = toHeadline(value, prices.value?.value ?? null)
          const [comparison = null] = comparisons
          return (
            <div className="flex min-h-[98px] flex-wrap items-baseline gap-x-5 gap-y-2.5 pt-1.5 pb-4.5 max-sm:min-h-24">
              <Price value={price} size="lg" />
              <ComparisonLine comparison={comparison} />
            </div>
          )
        }}
      </ResourceView>
      <ResourceView
        resource={intraday}
        failureTitle="No pudimos consultar la gráfica"
        skeleton={<div className="still" />}
      >
        {({ value, tradingDay }) => (
          <DayChart series={value} tradingDay={tradingDay} trm={prices.value?.value.trm.value ?? null} />
        )}
      </ResourceView>
      <DelayNote text={DELAY_NOTE} />
    </Panel>
  )
}
