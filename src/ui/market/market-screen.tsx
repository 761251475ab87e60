import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { formatLateDataTime } from '#src/application/market/late-data-time.ts'
import { MARKET_TITLES } from '#src/application/market/market-messages.ts'
import { SCREENS, type ScreenName, toScreen } from '#src/application/navigation/screens.ts'
import { DESK_MIN_PX, type DeskSize } from '#src/domain/desk/desk.ts'
import { type LiveScreen, PANEL_REFRESH_MS } from '#src/domain/live/refresh-policy.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { CurrenciesPanel } from '#src/ui/market/currencies-panel.tsx'
import { DashboardFrame } from '#src/ui/market/dashboard-frame.tsx'
import { HoldLayoutProvider } from '#src/ui/market/full-screen.tsx'
import { IndicesPanel } from '#src/ui/market/indices-panel.tsx'
import { MarketFigures } from '#src/ui/market/market-figures.tsx'
import { NewsPanel } from '#src/ui/market/news-panel.tsx'
import { StocksPanel } from '#src/ui/market/stocks-panel.tsx'
import { Ticker } from '#src/ui/market/ticker.tsx'
import { useMarket, useMarketStatus } from '#src/ui/market/use-market.ts'
import { lazyPart } from '#src/ui/parts/lazy-part.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { useMediaQuery } from '#src/ui/parts/use-media-query.ts'
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'

/**
 * The size of the desk that the page has room for; null for a page without a desk (D128). It stays while it is held:
 * another size mounts the chart again.
 */
function useDeskSize(isHeld: boolean): DeskSize | null {
  const isWide = useMediaQuery(`(min-width: ${DESK_MIN_PX.wide}px)`, false)
  const isUltrawide = useMediaQuery(`(min-width: ${DESK_MIN_PX.ultrawide}px)`, false)
  const size: DeskSize | null = isUltrawide ? 'ultrawide' : isWide ? 'wide' : null
  const [shown, setShown] = useState<DeskSize | null>(size)
  if (!isHeld && shown !== size) setShown(size)
  return isHeld ? shown : size
}

const LazyDeskDraft = lazyPart(async () => (await import('#src/ui/market/desk/desk-draft.tsx')).DeskDraft)
const LazyDeskScreen = lazyPart(async () => (await import('#src/ui/market/desk/desk-screen.tsx')).DeskScreen)

interface Props {
  readonly screen: Exclude<LiveScreen, 'home'>
  readonly market: Market
  readonly path: string
  /** A window of its own has no menu beside the market. */
  readonly isWindow: boolean
}

/** A screen of one pace. The caller sets the screen as a React key. */
function PacedScreen({ screen, market, path, isWindow }: Props) {
  const { createQuotes, createDesk } = useMarket()
  const [view] = useState(() => createQuotes(PANEL_REFRESH_MS[screen]))
  const quotes = useSelector(view, (state) => state)
  const spotStatus = useMarketStatus('spot')
  const [isHeld, holdLayout] = useState(false)
  const size = useDeskSize(isHeld)
  // The desk is here, so that its unsaved changes stay while the window is too narrow for it.
  const [desk] = useState(createDesk)
  const [hasHadDesk, setHasHadDesk] = useState(false)
  if (size !== null && !hasHadDesk) setHasHadDesk(true)
  const title = screen === 'dashboard' ? SCREENS.dashboard.title : MARKET_TITLES[market]
  const key = `${screen} ${market}`
  const main = (
    <Main title={title}>
      {hasHadDesk && <LazyDeskDraft view={desk} isDeskShown={size !== null} />}
      {size === null ? (
        <>
          <MarketFigures
            key={key}
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
        </>
      ) : (
        <LazyDeskScreen
          key={key}
          screen={screen}
          market={market}
          title={title}
          size={size}
          desk={desk}
          quotes={quotes}
          spotStatus={spotStatus}
        />
      )}
    </Main>
  )
  return (
    <HoldLayoutProvider value={holdLayout}>
      {isWindow ? (
        main
      ) : (
        <>
          <Ticker stocks={quotes.stocks} age={formatLateDataTime(quotes.feeds, 'stocks', spotStatus.today)} />
          <DashboardFrame path={path}>{main}</DashboardFrame>
        </>
      )}
    </HoldLayoutProvider>
  )
}

const MARKETS_BY_SCREEN: Partial<Readonly<Record<ScreenName, Market>>> = {
  nextDay: 'nextday',
  nextDayWindow: 'nextday',
}

/** The screen of a market, with the quotes of other markets and the news. */
export function MarketScreen({ screen: name, path }: ScreenProps) {
  const screen = name === 'dashboard' ? 'dashboard' : 'market'
  return (
    <PacedScreen
      key={screen}
      screen={screen}
      market={MARKETS_BY_SCREEN[name] ?? 'spot'}
      path={path}
      isWindow={toScreen(name).isWindow === true}
    />
  )
}
