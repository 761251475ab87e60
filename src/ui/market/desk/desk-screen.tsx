import { useSelector } from '@xstate/react'
import { type CSSProperties, useMemo, useState } from 'react'
import { DASHBOARD_DELAY } from '#src/application/market/dashboard.ts'
import { type DeskView, deskPanelName } from '#src/application/market/desk.ts'
import { formatLateDataTime } from '#src/application/market/late-data-time.ts'
import { amountsTitle } from '#src/application/market/market-messages.ts'
import type { MarketStatus } from '#src/application/market/market-status.ts'
import type { QuotesState } from '#src/application/market/quotes.ts'
import { type DeskSize, listShown } from '#src/domain/desk/desk.ts'
import type { LiveScreen } from '#src/domain/live/refresh-policy.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { AmountsPanel } from '#src/ui/market/amounts-panel.tsx'
import { AveragePanel } from '#src/ui/market/average-panel.tsx'
import { ClosePanel } from '#src/ui/market/close-panel.tsx'
import { CurrenciesPanel } from '#src/ui/market/currencies-panel.tsx'
import { DealsPanel } from '#src/ui/market/deals-panel.tsx'
import { DeskGrid, toPanelHeight } from '#src/ui/market/desk/desk-grid.tsx'
import { ArrangeButton, DeskTools } from '#src/ui/market/desk/desk-tools.tsx'
import { OtherMarket } from '#src/ui/market/desk/other-market.tsx'
import { IndicesPanel } from '#src/ui/market/indices-panel.tsx'
import { LiveMarketProvider } from '#src/ui/market/live-market.ts'
import { Chart, DashboardHead, NextDayLink } from '#src/ui/market/market-figures.tsx'
import { MarketNotices } from '#src/ui/market/market-notices.tsx'
import { NewsPanel } from '#src/ui/market/news-panel.tsx'
import { PricesPanel } from '#src/ui/market/prices-panel.tsx'
import { ReferenceList } from '#src/ui/market/reference-list.tsx'
import { StocksPanel } from '#src/ui/market/stocks-panel.tsx'
import { TabPrice } from '#src/ui/market/tab-price.tsx'
import { TrmNote } from '#src/ui/market/trm-note.tsx'
import { useMarket } from '#src/ui/market/use-market.ts'

/** The height of the head, the legend, the summary and the button of the chart, in px. */
const CHART_FRAME_PX = 190

interface Props {
  readonly screen: Exclude<LiveScreen, 'home'>
  readonly market: Market
  readonly title: string
  readonly size: DeskSize
  readonly desk: DeskView
  readonly quotes: QuotesState
  /** The status of the spot market, for the quotes. */
  readonly spotStatus: MarketStatus
}

/**
 * A market on a wide page: its panels in the order and the sizes that the client has chosen (D128).
 * The caller sets screen and market as the React key.
 */
export function DeskScreen({ screen, market, title, size, desk, quotes, spotStatus }: Props) {
  const { createLiveMarket } = useMarket()
  const [view] = useState(() => createLiveMarket({ screen, market, delay: DASHBOARD_DELAY }))
  const state = useSelector(view, (current) => current)
  const deskState = useSelector(desk, (current) => current)
  const { head, close, closeDayPrices, closeDayLabel, prices, intraday, status, chartDayLabel } = state
  const chartValues = useMemo(
    () => ({ intraday, closeDayPrices, status, chartDayLabel }),
    [intraday, closeDayPrices, status, chartDayLabel],
  )
  const { feeds, stocks, currencies, indices, indexSeries, news } = quotes
  const items = listShown(deskState.desks[size])
  const chartRows = items.find(({ panel }) => panel === 'chart')?.rows ?? 0
  return (
    <>
      <TabPrice title={title} source={view} market={market} delay={DASHBOARD_DELAY} />
      <DashboardHead head={head} interval={state.interval}>
        <ArrangeButton view={desk} state={deskState} />
      </DashboardHead>
      <MarketNotices
        head={head}
        holiday={state.holiday.notice}
        onRetry={view.retry}
        holidayAction={state.isNextDayTrading && <NextDayLink />}
      />
      <DeskTools view={desk} state={deskState} size={size} market={market} />
      <DeskGrid
        items={items}
        toName={(panel) => deskPanelName(panel, market)}
        isArranging={deskState.isArranging}
        isDragging={deskState.isDragging}
        drag={desk}
        onChange={(change) => desk.change(size, change, market)}
        panels={{
          chart: (
            <div style={{ '--chart-tall': `${toPanelHeight(chartRows) - CHART_FRAME_PX}px` } as CSSProperties}>
              <LiveMarketProvider value={chartValues}>
                <Chart screen={screen} market={market} source={view} />
              </LiveMarketProvider>
            </div>
          ),
          figures: (
            <div className="grid gap-y-7 [--md-text-figure-lg:min(4.5rem,26cqi)]">
              <ClosePanel isDense close={close} closeDayPrices={closeDayPrices} closeDayLabel={closeDayLabel} />
              <ReferenceList className="">
                <AveragePanel close={close} closeDayLabel={closeDayLabel} />
                <PricesPanel isSpacious prices={prices} market={market} today={status.today} />
                <TrmNote trm={state.trm} age={formatLateDataTime(feeds, 'trm', spotStatus.today)} />
              </ReferenceList>
            </div>
          ),
          deals: (
            <DealsPanel
              className="h-full"
              market={market}
              source={view}
              isDelayed={false}
              intraday={intraday}
              status={status}
              chartDayLabel={chartDayLabel}
            />
          ),
          other: <OtherMarket market={market === 'spot' ? 'nextday' : 'spot'} />,
          amounts: (
            <AmountsPanel amounts={state.amounts} title="Montos del dólar" meta={amountsTitle(state.amountsDayLabel)} />
          ),
          currencies: <CurrenciesPanel currencies={currencies} feeds={feeds} status={spotStatus} />,
          stocks: <StocksPanel stocks={stocks} feeds={feeds} status={spotStatus} />,
          indices: <IndicesPanel indices={indices} indexSeries={indexSeries} feeds={feeds} status={spotStatus} />,
          news: <NewsPanel news={news} feeds={feeds} status={spotStatus} hasSourceLinks={false} />,
        }}
      />
    </>
  )
}
