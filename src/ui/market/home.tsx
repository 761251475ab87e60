import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { RECONNECTED } from '#src/application/market/market-messages.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { AmountsPanel } from '#src/ui/market/amounts-panel.tsx'
import { AveragePanel } from '#src/ui/market/average-panel.tsx'
import { ChartPanel } from '#src/ui/market/chart-panel.tsx'
import { ClosePanel } from '#src/ui/market/close-panel.tsx'
import { CurrenciesPanel } from '#src/ui/market/currencies-panel.tsx'
import { DealsPanel } from '#src/ui/market/deals-panel.tsx'
import { HomeHead } from '#src/ui/market/home-head.tsx'
import { IndicesPanel } from '#src/ui/market/indices-panel.tsx'
import { formatLateDataTime } from '#src/ui/market/late-data-time.ts'
import { LazyTabPrice } from '#src/ui/market/lazy-tab-price.tsx'
import { MarketNotices } from '#src/ui/market/market-notices.tsx'
import { NewsPanel } from '#src/ui/market/news-panel.tsx'
import { PricesPanel } from '#src/ui/market/prices-panel.tsx'
import { ServiceLinks } from '#src/ui/market/service-links.tsx'
import { StocksPanel } from '#src/ui/market/stocks-panel.tsx'
import { Ticker } from '#src/ui/market/ticker.tsx'
import { TrmNote } from '#src/ui/market/trm-note.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Toast } from '#src/ui/parts/toast.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** The public home (§2.4): the market with the visitors' delay. */
export function Home() {
  const { createHome } = useUseCases()
  const view = useMemo(createHome, [createHome])
  const home = useSelector(view, (state) => state)
  const { head, close, prices } = home
  return (
    <>
      <Ticker stocks={home.stocks} age={formatLateDataTime(home.feeds, 'stocks', home.status.today)} />
      <Main title={SCREENS.home.title}>
        <LazyTabPrice title={SCREENS.home.title} source={view} market="spot" delay={VISITOR_DELAY_MINUTES} />
        <div className="pt-7 max-sm:pt-4.5">
          <HomeHead head={head} />
          <MarketNotices head={head} holiday={home.holiday.notice} onRetry={view.retry} />
          <div className="grid12 gap-y-7 lg:grid-rows-[auto_auto_1fr] lg:[--chart-tall:640px]">
            <ClosePanel
              className="sm:col-[1/span_6] lg:col-[1/span_4]"
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
            <div className="lead-list sm:col-[7/-1] sm:row-1 lg:col-[1/span_4] lg:row-auto">
              <AveragePanel close={close} closeDayLabel={home.closeDayLabel} />
              <PricesPanel prices={prices} market="spot" today={home.status.today} />
              <TrmNote trm={home.trm} age={formatLateDataTime(home.feeds, 'trm', home.status.today)} />
            </div>
            <DealsPanel
              className="lg:col-[1/span_4]"
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
        <div className="grid12 mt-10 md:*:col-span-6 xl:*:col-span-4">
          <CurrenciesPanel currencies={home.currencies} feeds={home.feeds} status={home.status} />
          <StocksPanel stocks={home.stocks} feeds={home.feeds} status={home.status} />
          <IndicesPanel indices={home.indices} indexSeries={home.indexSeries} feeds={home.feeds} status={home.status} />
        </div>
        <NewsPanel news={home.news} feeds={home.feeds} status={home.status} hasSourceLinks />
        <ServiceLinks />
        {home.reconnected && <Toast text={RECONNECTED} onAdded={view.dismissReconnected} />}
      </Main>
    </>
  )
}
