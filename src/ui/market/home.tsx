import { RECONNECTED, upTo } from '#src/application/market/market-messages.ts'
import type { MarketView } from '#src/application/market/market-state-messages.ts'
import { VISITOR_PACE } from '#src/domain/live/refresh-policy.ts'
import { shortClockText } from '#src/domain/text.ts'
import { AmountsPanel } from '#src/ui/market/amounts-panel.tsx'
import { Ask } from '#src/ui/market/ask.tsx'
import { AveragePanel } from '#src/ui/market/average-panel.tsx'
import { ChartPanel } from '#src/ui/market/chart-panel.tsx'
import { ClosePanel } from '#src/ui/market/close-panel.tsx'
import { CurrenciesPanel } from '#src/ui/market/currencies-panel.tsx'
import { IndicesPanel } from '#src/ui/market/indices-panel.tsx'
import { LeadHead } from '#src/ui/market/lead-head.tsx'
import { LeadNotices } from '#src/ui/market/lead-notices.tsx'
import { NewsPanel } from '#src/ui/market/news-panel.tsx'
import { PricesPanel } from '#src/ui/market/prices-panel.tsx'
import { StocksPanel } from '#src/ui/market/stocks-panel.tsx'
import { Ticker } from '#src/ui/market/ticker.tsx'
import { useFreshness } from '#src/ui/market/use-freshness.ts'
import { type HomeResources, retryMarket, useHome } from '#src/ui/market/use-home.ts'
import { useReconnection } from '#src/ui/market/use-reconnection.ts'
import { Main } from '#src/ui/parts/main.tsx'
import { isStale } from '#src/ui/parts/resource-view.tsx'
import { Toast } from '#src/ui/parts/toast.tsx'

/** The amounts do not say up to when; the close does, while both are of the same refresh. */
function upToLastDeal(close: HomeResources['close']): string | null {
  const lastDealAt = isStale(close) ? null : (close.value?.value.time ?? null)
  return lastDealAt === null ? null : upTo(shortClockText(lastDealAt))
}

/** The public home (§2.4): the market as a visitor sees it. The close stands for the age of all of it. */
export function Home() {
  const home = useHome(VISITOR_PACE)
  const { status, close } = home
  const freshness = useFreshness(close, VISITOR_PACE.panels)
  const { restored, forget } = useReconnection(close, freshness)
  const view: MarketView = { status, session: close.value?.session ?? null, freshness, answeredAt: close.answeredAt }
  return (
    <>
      <Ticker stocks={home.stocks} />
      <Main title="Inicio">
        <div className="lead">
          <LeadHead view={view} />
          <LeadNotices view={view} holiday={home.holiday} onRetry={() => retryMarket(home)} />
          <div className="grid12">
            <ClosePanel close={close} prices={home.prices} />
            <ChartPanel intraday={home.intraday} prices={home.prices} status={status} />
            <div className="price-list today">
              <AveragePanel close={close} />
              <PricesPanel prices={home.prices} />
            </div>
          </div>
        </div>
        <AmountsPanel amounts={home.amounts} title="Montos negociados" meta={upToLastDeal(close)} />
        <div className="grid12 deck mt-10">
          <CurrenciesPanel currencies={home.currencies} />
          <StocksPanel stocks={home.stocks} />
          <IndicesPanel indices={home.indices} indexSeries={home.indexSeries} status={status} />
        </div>
        <NewsPanel news={home.news} linked />
        <Ask />
        {restored && <Toast text={RECONNECTED} onEnd={forget} />}
      </Main>
    </>
  )
}
