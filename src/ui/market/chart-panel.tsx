import { memo } from 'react'

import type { HomeState } from '#src/application/market/home.ts'
import { ChartLegend } from '#src/ui/parts/chart-legend.tsx'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import { formatMeta, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { TradingDayChart } from '#src/ui/parts/trading-day-chart.tsx'

type Props = Pick<HomeState, 'intraday' | 'closeDayPrices' | 'status' | 'chartDayLabel'>

/** The chart of the trading day: its prices, the TRM line and its amounts. */
export const ChartPanel = memo(({ intraday, closeDayPrices, status, chartDayLabel }: Props) => (
  <section className="panel sm:row-2 lg:col-[5/-1] lg:row-[1/span_3]" aria-label="Gráfica" aria-busy={isBusy(intraday)}>
    <div className="panel-head">
      <h2>Precio y monto, {chartDayLabel ?? 'hoy'}</h2>
      {intraday.stale && <RegionMeta stale>{formatMeta(intraday, null)}</RegionMeta>}
      <ChartLegend trm={chartDayLabel === null ? 'TRM vigente' : 'TRM del día'} />
    </div>
    <div className="chart chart-room">
      <GuardedRegion>
        <ResourceView resource={intraday} failureTitle="No pudimos consultar la gráfica" skeleton={null}>
          {({ value, tradingDay }) => (
            <TradingDayChart
              market="spot"
              series={value}
              date={tradingDay}
              phase={status.phase}
              trm={closeDayPrices.value?.value.trm.value ?? null}
            />
          )}
        </ResourceView>
      </GuardedRegion>
    </div>
  </section>
))
