import type { ReactNode } from 'react'

import { RECONNECTED } from '#src/application/messages/market.ts'
import type { MarketView } from '#src/application/messages/market-state.ts'
import { AmountsPanel } from '#src/ui/home/amounts-panel.tsx'
import { Ask } from '#src/ui/home/ask.tsx'
import { AveragePanel } from '#src/ui/home/average-panel.tsx'
import { ChartPanel } from '#src/ui/home/chart-panel.tsx'
import { ClosePanel } from '#src/ui/home/close-panel.tsx'
import { CurrenciesPanel } from '#src/ui/home/currencies-panel.tsx'
import { IndicesPanel } from '#src/ui/home/indices-panel.tsx'
import { LeadHead } from '#src/ui/home/lead-head.tsx'
import { LeadNotices } from '#src/ui/home/lead-notices.tsx'
import { NewsPanel } from '#src/ui/home/news-panel.tsx'
import { PricesPanel } from '#src/ui/home/prices-panel.tsx'
import { StocksPanel } from '#src/ui/home/stocks-panel.tsx'
import { Ticker } from '#src/ui/home/ticker.tsx'
import { type HomeResources, type Pace, useHome, VISITOR_PACE } from '#src/ui/home/use-home.ts'
import { useReconnection } from '#src/ui/home/use-reconnection.ts'
import { Main } from '#src/ui/parts/main.tsx'
import { Toast } from '#src/ui/parts/toast.tsx'
import { useFreshness } from '#src/ui/use-freshness.ts'

/** Asks again for all that speaks of the market; the close stands for the age of all of it. */
const retryMarket = ({ close, prices, amounts, intraday }: HomeResources) => {
  for (const { retry } of [close, prices, amounts, intraday]) retry()
}

interface Props {
  readonly title: string
  readonly pace: Pace
  /** Below the panels. */
  readonly children?: ReactNode
}

/** The market and its panels, alive. */
export function MarketPage({ title, pace, children }: Props) {
  const home = useHome(pace)
  const { status, close } = home
  const freshness = useFreshness(close, pace.panels)
  const { restored, forget } = useReconnection(close, freshness)
  const view: MarketView = { status, session: close.value?.session ?? null, freshness, answeredAt: close.answeredAt }
  return (
    <>
      <Ticker stocks={home.stocks} />
      <Main title={title}>
        <div className="lead">
          <LeadHead view={view} delay={pace.delay} />
          <LeadNotices view={view} holiday={home.holiday} onRetry={() => retryMarket(home)} />
          <div className="grid12">
            <ClosePanel close={close} prices={home.prices} />
            <ChartPanel intraday={home.intraday} prices={home.prices} status={status} />
            <div className="left below today">
              <AveragePanel close={close} />
              <PricesPanel prices={home.prices} />
            </div>
          </div>
        </div>
        <AmountsPanel amounts={home.amounts} close={close} />
        <div className="grid12 deck mt-10">
          <CurrenciesPanel currencies={home.currencies} />
          <StocksPanel stocks={home.stocks} />
          <IndicesPanel indices={home.indices} indexSeries={home.indexSeries} status={status} />
        </div>
        <NewsPanel news={home.news} />
        {children}
        {restored && <Toast text={RECONNECTED} onEnd={forget} />}
      </Main>
    </>
  )
}

/** The public home (§2.4): the market as a visitor sees it. */
export const Home = () => (
  <MarketPage title="Inicio" pace={VISITOR_PACE}>
    <Ask />
  </MarketPage>
)
