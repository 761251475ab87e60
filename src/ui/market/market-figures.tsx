import { useSelector } from '@xstate/react'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { DASHBOARD_DELAY, type LiveMarketView } from '#src/application/market/dashboard.ts'
import { amountsTitle, dayChartSubtitle, MARKET_TITLES } from '#src/application/market/market-messages.ts'
import { type MarketHead, realTimeMarketState } from '#src/application/market/market-status.ts'
import { formatChartChoice } from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { DEFAULT_CHOICE, withPeriod } from '#src/domain/charting/chart-view.ts'
import { NO_OVERLAYS } from '#src/domain/charting/overlays.ts'
import { NO_STUDIES } from '#src/domain/charting/studies.ts'
import { type LiveScreen, toPace } from '#src/domain/live/refresh-policy.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { AmountsPanel } from '#src/ui/market/amounts-panel.tsx'
import { AveragePanel } from '#src/ui/market/average-panel.tsx'
import { ChartViews } from '#src/ui/market/chart-views.tsx'
import { ClosePanel } from '#src/ui/market/close-panel.tsx'
import { DealsPanel } from '#src/ui/market/deals-panel.tsx'
import { DrawingsFrame } from '#src/ui/market/drawings-frame.tsx'
import { ChartScreenFrame } from '#src/ui/market/full-screen.tsx'
import { LiveMarketProvider, useLiveMarket } from '#src/ui/market/live-market.ts'
import { MarketNotices } from '#src/ui/market/market-notices.tsx'
import { PricesPanel } from '#src/ui/market/prices-panel.tsx'
import { ReferenceList } from '#src/ui/market/reference-list.tsx'
import { TabPrice } from '#src/ui/market/tab-price.tsx'
import { TradingDayView } from '#src/ui/market/trading-day-view.tsx'
import { TrmNote } from '#src/ui/market/trm-note.tsx'
import { type ChartChoiceState, useChartChoice } from '#src/ui/market/use-chart-choice.ts'
import { useMarket } from '#src/ui/market/use-market.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { PanelHead, Region } from '#src/ui/parts/panel.tsx'
import { SimulatedMark } from '#src/ui/parts/simulated-mark.tsx'
import { HeaderStaleNote } from '#src/ui/parts/stale-note.tsx'
import { StateLine } from '#src/ui/parts/state-line.tsx'

interface DashboardHeadProps {
  readonly head: MarketHead
  /** The polling interval of the figures, in ms; null while they are streamed. */
  readonly interval: number | null
  /** What the user can do with the page. */
  readonly children?: ReactNode
}

/** The title and the state of a market, and the age of the market's data. */
export function DashboardHead({ head, interval, children }: DashboardHeadProps) {
  const { tone, text, detail } = realTimeMarketState(head, interval)
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1.5 pt-6.5 pb-3.5 max-sm:pt-4 max-sm:pb-2.5">
      <h1>{MARKET_TITLES[head.market]}</h1>
      <span className="text-muted">USD/COP</span>
      <SimulatedMark kind="market" />
      {/* The line has the room of its longest text, so that nothing moves when the text changes. */}
      <StateLine
        tone={tone}
        wraps="below"
        className="ml-auto min-w-[min(100%,28.7em)] text-right max-sm:w-full max-sm:text-left max-[390px]:min-h-[2lh]"
      >
        <span role="status">{text}</span>
        {detail}
      </StateLine>
      <HeaderStaleNote />
      {children}
    </div>
  )
}

const MARKET_PAGE_PATHS: Readonly<Record<Market, string>> = { spot: SCREENS.spot.path, nextday: SCREENS.nextDay.path }

const FIVE_DAYS_QUERY = formatChartChoice(withPeriod(DEFAULT_CHOICE, '5d'))

interface TradingDayPanelProps {
  readonly market: Market
  readonly choiceState: ChartChoiceState
}

/** The chart of the day. Other views and periods are on the market's own screen. */
function TradingDayPanel({ market, choiceState }: TradingDayPanelProps) {
  const [, navigate] = useLocation()
  const { chartDayLabel } = useLiveMarket()
  return (
    <Region className="col-[1/-1] sm:row-2 lg:col-[1/span_8] lg:row-[1/span_3]" aria-label="Gráfica">
      <PanelHead title={MARKET_TITLES[market]} subtitle={dayChartSubtitle(chartDayLabel)} />
      <TradingDayView
        market={market}
        choiceState={choiceState}
        studies={NO_STUDIES}
        overlays={NO_OVERLAYS}
        onFiveDays={() => navigate(`${MARKET_PAGE_PATHS[market]}?${FIVE_DAYS_QUERY}`)}
      />
    </Region>
  )
}

interface ChartProps {
  /** The dashboard has only the chart of the day. A market's screen has views and periods (D53). */
  readonly screen: Exclude<LiveScreen, 'home'>
  readonly market: Market
  readonly source: LiveMarketView
}

interface Props extends Omit<ChartProps, 'source'> {
  /** The title of the screen. */
  readonly title: string
  /** Formatted time of the TRM's data if it is late; otherwise null. */
  readonly trmAge: string | null
}

export const NextDayLink = () => (
  <Link className={buttonClass({ variant: 'secondary', size: 'small' })} href={SCREENS.nextDay.path}>
    Ver Next day
  </Link>
)

/** The place of the chart in the grid of the screen. */
const CHART_PLACE = 'col-[1/-1] sm:row-2 lg:col-[1/span_8] lg:row-[1/span_3]'

/**
 * The chart of the screen. Its live values come from a context, so this component renders only when
 * the user's choice changes.
 */
export const Chart = memo(({ screen, market, source }: ChartProps) => {
  const choiceState = useChartChoice()
  const chart =
    screen === 'market' ? (
      <ChartViews
        market={market}
        source={source}
        choiceState={choiceState}
        interval={toPace(screen, DASHBOARD_DELAY).chart}
      />
    ) : (
      <TradingDayPanel market={market} choiceState={choiceState} />
    )
  return (
    <DrawingsFrame market={market}>
      <ChartScreenFrame title={MARKET_TITLES[market]} placeholder={<div className={CHART_PLACE} />}>
        {chart}
      </ChartScreenFrame>
    </DrawingsFrame>
  )
})

/**
 * The live figures of one market. The caller sets screen and market as the React key, so that no
 * value of one market is shown for the other.
 */
export function MarketFigures({ screen, market, title, trmAge }: Props) {
  const { createLiveMarket } = useMarket()
  const [view] = useState(() => createLiveMarket({ screen, market, delay: DASHBOARD_DELAY }))
  const {
    head,
    holiday,
    close,
    closeDayPrices,
    closeDayLabel,
    prices,
    amounts,
    intraday,
    status,
    chartDayLabel,
    ...rest
  } = useSelector(view, (state) => state)
  const chartValues = useMemo(
    () => ({ intraday, closeDayPrices, status, chartDayLabel }),
    [intraday, closeDayPrices, status, chartDayLabel],
  )
  return (
    <>
      <TabPrice title={title} source={view} market={market} delay={DASHBOARD_DELAY} />
      <DashboardHead head={head} interval={rest.interval} />
      <MarketNotices
        head={head}
        holiday={holiday.notice}
        onRetry={view.retry}
        holidayAction={rest.isNextDayTrading && <NextDayLink />}
      />
      <div className="grid12 gap-y-7 [--chart-tall:394px] [--md-text-figure-lg:min(4.875rem,32cqi)] max-sm:[--md-text-figure-lg:min(3.75rem,32cqi)] lg:grid-rows-[auto_auto_1fr] lg:[--chart-tall:590px]">
        <ClosePanel
          isDense
          className="sm:col-[1/span_6] lg:col-[9/-1]"
          close={close}
          closeDayPrices={closeDayPrices}
          closeDayLabel={closeDayLabel}
        />
        <LiveMarketProvider value={chartValues}>
          <Chart screen={screen} market={market} source={view} />
        </LiveMarketProvider>
        <ReferenceList className="sm:col-[7/-1] sm:row-1 lg:col-[9/-1] lg:row-auto">
          <AveragePanel close={close} closeDayLabel={closeDayLabel} />
          <PricesPanel isSpacious prices={prices} market={market} today={status.today} />
          <TrmNote trm={rest.trm} age={trmAge} />
        </ReferenceList>
        <DealsPanel
          className="lg:col-[9/-1]"
          market={market}
          source={view}
          isDelayed={false}
          intraday={intraday}
          status={status}
          chartDayLabel={chartDayLabel}
        />
      </div>
      <AmountsPanel amounts={amounts} title="Montos del dólar" meta={amountsTitle(rest.amountsDayLabel)} />
    </>
  )
}
