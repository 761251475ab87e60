import { MARKET_TITLES } from '#src/application/messages/market.ts'
import type { Market } from '#src/domain/market/market.ts'
import { type LiveScreen, PANEL_REFRESH_MS } from '#src/domain/market/refresh-policy.ts'
import { DashboardFrame } from '#src/ui/dashboard/dashboard-frame.tsx'
import { MarketLead } from '#src/ui/dashboard/market-lead.tsx'
import { CurrenciesPanel } from '#src/ui/home/currencies-panel.tsx'
import { IndicesPanel } from '#src/ui/home/indices-panel.tsx'
import { NewsPanel } from '#src/ui/home/news-panel.tsx'
import { StocksPanel } from '#src/ui/home/stocks-panel.tsx'
import { Ticker } from '#src/ui/home/ticker.tsx'
import { useQuotes } from '#src/ui/home/use-home.ts'
import { Main } from '#src/ui/parts/main.tsx'
import { useMarketStatus } from '#src/ui/use-market-status.ts'

interface Props {
  readonly screen: Exclude<LiveScreen, 'home'>
  readonly market: Market
  readonly path: string
}

/** A market and everything around it. */
export function MarketScreen({ screen, market, path }: Props) {
  const quotes = useQuotes(PANEL_REFRESH_MS[screen])
  const spot = useMarketStatus('spot')
  return (
    <>
      <Ticker stocks={quotes.stocks} />
      <DashboardFrame current={path}>
        <Main title={screen === 'dashboard' ? 'Tablero' : MARKET_TITLES[market]}>
          <MarketLead key={`${screen} ${market}`} screen={screen} market={market} />
          <div className="grid12 deck mt-9">
            <CurrenciesPanel currencies={quotes.currencies} />
            <StocksPanel stocks={quotes.stocks} />
            <IndicesPanel indices={quotes.indices} indexSeries={quotes.indexSeries} status={spot} />
          </div>
          <NewsPanel news={quotes.news} linked={false} />
        </Main>
      </DashboardFrame>
    </>
  )
}
