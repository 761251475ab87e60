import { useSelector } from '@xstate/react'
import { memo, useState } from 'react'
import { Link } from 'wouter'
import type { HomeState } from '#src/application/market/home.ts'
import { formatLateDataTime } from '#src/application/market/late-data-time.ts'
import { DELAY_NOTE, dayChartSubtitle, MARKET_TITLES } from '#src/application/market/market-messages.ts'
import { type MarketHead, marketState } from '#src/application/market/market-status.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { formatLongDate } from '#src/domain/text.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { AmountsPanel } from '#src/ui/market/amounts-panel.tsx'
import { AveragePanel } from '#src/ui/market/average-panel.tsx'
import { ClosePanel } from '#src/ui/market/close-panel.tsx'
import { ConverterPanel } from '#src/ui/market/converter-panel.tsx'
import { CurrenciesPanel } from '#src/ui/market/currencies-panel.tsx'
import { DealsPanel } from '#src/ui/market/deals-panel.tsx'
import { IndicesPanel } from '#src/ui/market/indices-panel.tsx'
import { MarketNotices } from '#src/ui/market/market-notices.tsx'
import { NewsPanel } from '#src/ui/market/news-panel.tsx'
import { PricesPanel } from '#src/ui/market/prices-panel.tsx'
import { ReferenceList } from '#src/ui/market/reference-list.tsx'
import { StocksPanel } from '#src/ui/market/stocks-panel.tsx'
import { TabPrice } from '#src/ui/market/tab-price.tsx'
import { Ticker } from '#src/ui/market/ticker.tsx'
import { useToolsOnDemand } from '#src/ui/market/tools-on-demand.tsx'
import { TrmNote } from '#src/ui/market/trm-note.tsx'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { ChartLegend } from '#src/ui/parts/chart-legend.tsx'
import { DelayNote } from '#src/ui/parts/delay-note.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { GuardedRegion, PanelHead, Region, RegionMeta } from '#src/ui/parts/panel.tsx'
import { formatMeta, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { SimulatedMark } from '#src/ui/parts/simulated-mark.tsx'
import { HeaderStaleNote } from '#src/ui/parts/stale-note.tsx'
import { StateLine } from '#src/ui/parts/state-line.tsx'
import { TradingDayChart } from '#src/ui/parts/trading-day-chart.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

interface HeadProps {
  readonly head: MarketHead
}

/** The title and the state of the market, the date, and the delay of the data. */
function HomeHead({ head }: HeadProps) {
  const { tone, text } = marketState(head)
  return (
    // The space at the bottom is the room of the note of failed refreshes.
    <div className="relative flex flex-wrap items-baseline gap-x-5 gap-y-1.5 pb-[1rem] max-sm:gap-x-3 max-sm:gap-y-1">
      <h1 className="mr-1">{MARKET_TITLES.spot}</h1>
      <StateLine as="span" tone={tone} role="status" className="min-w-[min(15.5em,100%)]">
        {text}
      </StateLine>
      <HeaderStaleNote className="absolute bottom-0 left-0" />
      <span className="text-xs text-muted">{formatLongDate(head.status.today)}</span>
      <SimulatedMark kind="market" />
      <DelayNote text={DELAY_NOTE} className="ml-auto max-sm:mx-0 max-sm:mt-1 max-sm:w-full" />
    </div>
  )
}

/** Links to the prices and to the registration for the real-time service. */
const ServiceLinks = () => (
  <Region
    className="lazy-layout-54 max-sm:lazy-layout-138 mt-11 flex flex-wrap items-center justify-between gap-x-10 gap-y-4 border-b border-b-line py-5.5 max-sm:py-4.5 print:hidden"
    aria-label="Servicios en tiempo real"
  >
    <div>
      <h2 className="text-xl">Lleve el dólar en tiempo real a su mesa</h2>
      <p className="mt-0.5 max-w-[62ch] text-ink-soft">
        Precios, montos, velas y bandas de Bollinger sin retraso, con soporte gratuito.
      </p>
    </div>
    <div className="flex flex-wrap gap-2.5 max-sm:w-full">
      <Link className={`${buttonClass({ variant: 'secondary' })} max-sm:flex-1`} href={SCREENS.pricing.path}>
        Ver precios
      </Link>
      <Link className={`${buttonClass({ variant: 'primary' })} max-sm:flex-1`} href={SCREENS.registration.path}>
        Solicitar demo
      </Link>
    </div>
  </Region>
)

type ChartPanelProps = Pick<HomeState, 'intraday' | 'closeDayPrices' | 'status' | 'chartDayLabel'>

/** The chart of the trading day: its prices, the TRM line and its amounts. */
const ChartPanel = memo(({ intraday, closeDayPrices, status, chartDayLabel }: ChartPanelProps) => {
  const { tools, chartProps } = useToolsOnDemand('spot', intraday.value?.value ?? null, VISITOR_DELAY_MINUTES)
  return (
    <Region
      className="sm:row-2 lg:col-[5/-1] lg:row-[1/span_3] wide:col-[4/span_6] ultrawide:col-[3/span_7]"
      aria-label="Gráfica"
      aria-busy={isBusy(intraday)}
    >
      <PanelHead title={MARKET_TITLES.spot} subtitle={dayChartSubtitle(chartDayLabel)}>
        {intraday.stale && (
          <RegionMeta stale over>
            {formatMeta(intraday, null)}
          </RegionMeta>
        )}
        <ChartLegend trm={chartDayLabel === null ? 'TRM vigente' : 'TRM del día'} />
        {tools}
      </PanelHead>
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
                {...chartProps}
              />
            )}
          </ResourceView>
        </GuardedRegion>
      </div>
    </Region>
  )
})

/** The public home (§2.4): the market with the visitors' delay. */
export function Home() {
  const { createHome } = usePortal()
  const [view] = useState(createHome)
  const home = useSelector(view, (state) => state)
  const { head, close, prices } = home
  return (
    <>
      <Ticker stocks={home.stocks} age={formatLateDataTime(home.feeds, 'stocks', home.status.today)} />
      <Main title={SCREENS.home.title}>
        <TabPrice title={SCREENS.home.title} source={view} market="spot" delay={VISITOR_DELAY_MINUTES} />
        <div className="pt-7 max-sm:pt-4.5">
          <HomeHead head={head} />
          <MarketNotices head={head} holiday={home.holiday.notice} onRetry={view.retry} />
          <div className="grid12 gap-y-7 lg:grid-rows-[auto_auto_1fr] lg:[--chart-tall:640px] ultrawide:[--chart-tall:760px]">
            <ClosePanel
              className="sm:col-[1/span_6] lg:col-[1/span_4] wide:col-[1/span_3] ultrawide:col-[1/span_2]"
              close={close}
              closeDayPrices={home.closeDayPrices}
              closeDayLabel={home.closeDayLabel}
            />
            <ChartPanel
              intraday={home.intraday}
              closeDayPrices={home.closeDayPrices}
              status={home.status}
              chartDayLabel={home.chartDayLabel}
            />
            <ReferenceList className="sm:col-[7/-1] sm:row-1 lg:col-[1/span_4] lg:row-auto wide:col-[1/span_3] ultrawide:col-[1/span_2]">
              <AveragePanel close={close} closeDayLabel={home.closeDayLabel} />
              <PricesPanel prices={prices} market="spot" today={home.status.today} />
              <TrmNote trm={home.trm} age={formatLateDataTime(home.feeds, 'trm', home.status.today)} />
            </ReferenceList>
            <DealsPanel
              className="lg:col-[1/span_4] wide:col-[10/-1] wide:row-[1/span_3]"
              market="spot"
              source={view}
              isDelayed
              intraday={home.intraday}
              status={home.status}
              chartDayLabel={home.chartDayLabel}
            />
          </div>
        </div>
        <AmountsPanel amounts={home.amounts} title="Montos negociados" meta={home.amountsNote} />
        <ConverterPanel trm={home.trm} close={close} />
        <div className="grid12 mt-10 md:*:col-span-6 xl:*:col-span-4">
          <CurrenciesPanel currencies={home.currencies} feeds={home.feeds} status={home.status} />
          <StocksPanel stocks={home.stocks} feeds={home.feeds} status={home.status} />
          <IndicesPanel indices={home.indices} indexSeries={home.indexSeries} feeds={home.feeds} status={home.status} />
        </div>
        <NewsPanel news={home.news} feeds={home.feeds} status={home.status} hasSourceLinks />
        <ServiceLinks />
      </Main>
    </>
  )
}
