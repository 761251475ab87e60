import { useSelector } from '@xstate/react'
import { memo, useMemo } from 'react'
import { Link } from 'wouter'
import type { LiveMarketView } from '#src/application/market/dashboard.ts'
import { amountsTitle, RECONNECTED } from '#src/application/market/market-messages.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { type LiveScreen, toPace } from '#src/domain/live/refresh-policy.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { AmountsPanel } from '#src/ui/market/amounts-panel.tsx'
import { AveragePanel } from '#src/ui/market/average-panel.tsx'
import { ChartViews } from '#src/ui/market/chart-views.tsx'
import { ClosePanel } from '#src/ui/market/close-panel.tsx'
import { DashboardHead } from '#src/ui/market/dashboard-head.tsx'
import { DealsPanel } from '#src/ui/market/deals-panel.tsx'
import { LazyTabPrice } from '#src/ui/market/lazy-tab-price.tsx'
import { LiveMarketProvider } from '#src/ui/market/live-market.ts'
import { MarketNotices } from '#src/ui/market/market-notices.tsx'
import { PricesPanel } from '#src/ui/market/prices-panel.tsx'
import { TradingDayPanel } from '#src/ui/market/trading-day-panel.tsx'
import { TrmNote } from '#src/ui/market/trm-note.tsx'
import { useChartChoice } from '#src/ui/market/use-chart-choice.ts'
import { useMarket } from '#src/ui/market/use-market.ts'
import { Toast } from '#src/ui/parts/toast.tsx'

/** Clients see the market without delay (D17). */
const NO_DELAY = 0

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

const NextDayLink = () => (
  <Link className="btn sec small" href={SCREENS.nextDay.path}>
    Ver Next day
  </Link>
)

/**
 * The chart of the screen. Its live values come from a context, so this component renders only when
 * the user's choice changes.
 */
const Chart = memo(({ screen, market, source }: ChartProps) => {
  const choiceState = useChartChoice()
  return screen === 'market' ? (
    <ChartViews market={market} source={source} choiceState={choiceState} interval={toPace(screen, NO_DELAY).chart} />
  ) : (
    <TradingDayPanel market={market} choiceState={choiceState} />
  )
})

/**
 * The live figures of one market. The caller sets screen and market as the React key, so that no
 * value of one market is shown for the other.
 */
export function MarketFigures({ screen, market, title, trmAge }: Props) {
  const { createLiveMarket } = useMarket()
  const view = useMemo(() => createLiveMarket({ screen, market, delay: NO_DELAY }), [createLiveMarket, screen, market])
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
      <LazyTabPrice title={title} source={view} market={market} delay={NO_DELAY} />
      <DashboardHead head={head} interval={rest.interval} />
      <MarketNotices
        head={head}
        holiday={holiday.notice}
        onRetry={view.retry}
        holidayAction={rest.isNextDayTrading && <NextDayLink />}
      />
      <div className="grid12 gap-y-7 [--chart-tall:394px] [--fig-large:min(4.875rem,32cqi)] [--stats-space:13px] max-sm:[--fig-large:min(3.75rem,32cqi)] max-sm:[--lead-close:8px_0_0] lg:grid-rows-[auto_auto_1fr] lg:[--chart-tall:590px]">
        <ClosePanel
          className="sm:col-[1/span_6] lg:col-[9/-1]"
          close={close}
          closeDayPrices={closeDayPrices}
          closeDayLabel={closeDayLabel}
        />
        <LiveMarketProvider value={chartValues}>
          <Chart screen={screen} market={market} source={view} />
        </LiveMarketProvider>
        <div className="lead-list sm:col-[7/-1] sm:row-1 lg:col-[9/-1] lg:row-auto">
          <AveragePanel close={close} closeDayLabel={closeDayLabel} />
          <PricesPanel prices={prices} market={market} today={status.today} />
          <TrmNote trm={rest.trm} age={trmAge} />
        </div>
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
      {rest.reconnected && <Toast text={RECONNECTED} onAdded={view.dismissReconnected} />}
    </>
  )
}
