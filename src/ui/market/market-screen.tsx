import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { formatLateDataTime } from '#src/application/market/late-data-time.ts'
import { MARKET_TITLES } from '#src/application/market/market-messages.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { type LiveScreen, PANEL_REFRESH_MS } from '#src/domain/live/refresh-policy.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { CurrenciesPanel } from '#src/ui/market/currencies-panel.tsx'
import { DashboardFrame } from '#src/ui/market/dashboard-frame.tsx'
import { IndicesPanel } from '#src/ui/market/indices-panel.tsx'
import { MarketFigures } from '#src/ui/market/market-figures.tsx'
import { NewsPanel } from '#src/ui/market/news-panel.tsx'
import { StocksPanel } from '#src/ui/market/stocks-panel.tsx'
import { Ticker } from '#src/ui/market/ticker.tsx'
import { useMarket, useMarketStatus } from '#src/ui/market/use-market.ts'
import { Main } from '#src/ui/parts/main.tsx'
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'

interface Props {
  readonly screen: Exclude<LiveScreen, 'home'>
  readonly market: Market
  readonly path: string
}

/** A screen of one pace. The caller sets the screen as a React key. */
function PacedScreen({ screen, market, path }: Props) {
  const { createQuotes } = useMarket()
  const [view] = useState(() => createQuotes(PANEL_REFRESH_MS[screen]))
  const quotes = useSelector(view, (state) => state)
  const spotStatus = useMarketStatus('spot')
  const title = screen === 'dashboard' ? SCREENS.dashboard.title : MARKET_TITLES[market]
  return (
    <>
      <Ticker stocks={quotes.stocks} age={formatLateDataTime(quotes.feeds, 'stocks', spotStatus.today)} />
      <DashboardFrame path={path}>
        <Main title={title}>
          <MarketFigures
            key={`${screen} ${market}`}
            screen={screen}
            market={market}
            title={title}
            trmAge={formatLateDataTime(quotes.feeds, 'trm', spotStatus.today)}
          />
          <div className="grid12 mt-9 md:*:col-span-6 xl:*:col-span-4">
            <CurrenciesPanel currencies={quotes.currencies} feeds={quotes.feeds} status={spotStatus} />
            <StocksPanel stocks={quotes.stocks} feeds={quotes.feeds} status={spotStatus} />
            <IndicesPanel
              indices={quotes.indices}
              indexSeries={quotes.indexSeries}
              feeds={quotes.feeds}
              status={spotStatus}
            />
          </div>
          <NewsPanel news={quotes.news} feeds={quotes.feeds} status={spotStatus} hasSourceLinks={false} />
        </Main>
      </DashboardFrame>
    </>
  )
}

/** The screen of a market, with the quotes of other markets and the news. */
export function MarketScreen({ screen: name, path }: ScreenProps) {
  const market: Market = name === 'nextDay' ? 'nextday' : 'spot'
  const screen = name === 'dashboard' ? 'dashboard' : 'market'
  return <PacedScreen key={screen} screen={screen} market={market} path={path} />
}
