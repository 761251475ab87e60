import { Link } from 'wouter'

import { accumulated, RECONNECTED } from '#src/application/market/market-messages.ts'
import type { MarketView } from '#src/application/market/market-state-messages.ts'
import { FULL_RELOAD_MS, type LiveScreen, paceOf } from '#src/domain/live/refresh-policy.ts'
import { dayName } from '#src/domain/text.ts'
import { type BogotaDate, dateOf, type Instant } from '#src/domain/time/bogota.ts'
import { isTradingDay } from '#src/domain/time/calendar.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { AmountsPanel } from '#src/ui/market/amounts-panel.tsx'
import { AveragePanel } from '#src/ui/market/average-panel.tsx'
import { ChartViews } from '#src/ui/market/chart-views.tsx'
import { ClosePanel } from '#src/ui/market/close-panel.tsx'
import { DashboardHead } from '#src/ui/market/dashboard-head.tsx'
import { LeadNotices } from '#src/ui/market/lead-notices.tsx'
import { LiveMarketProvider } from '#src/ui/market/live-market.ts'
import { PricesPanel } from '#src/ui/market/prices-panel.tsx'
import { SessionPanel } from '#src/ui/market/session-panel.tsx'
import { useChartChoice } from '#src/ui/market/use-chart-choice.ts'
import { useFreshness } from '#src/ui/market/use-freshness.ts'
import { useFullReload } from '#src/ui/market/use-full-reload.ts'
import { retryMarket, useHoliday } from '#src/ui/market/use-home.ts'
import { useMarketFeed } from '#src/ui/market/use-market-feed.ts'
import { useMarketStatus } from '#src/ui/market/use-market-status.ts'
import { useReconnection } from '#src/ui/market/use-reconnection.ts'
import { Toast } from '#src/ui/parts/toast.tsx'
import { PATHS } from '#src/ui/shell/routes.ts'

/** Clients see the market without delay (D17). */
const NO_DELAY = 0

interface ReloadProps {
  readonly interval: number
  readonly streaming: boolean
}

function FullReload({ interval, streaming }: ReloadProps) {
  useFullReload(interval, streaming)
  return null
}

interface Props {
  /** The dashboard has the chart of the day alone, a market's screen views and periods (D53). */
  readonly screen: Exclude<LiveScreen, 'home'>
  readonly market: Market
}

/** The name of a session's day unless it is today's. */
const dayOf = (session: BogotaDate | null, now: Instant): string | null =>
  session === null || session === dateOf(now) ? null : dayName(session)

/** For a day on which spot is closed alone: the notice's text is the law's whatever the day (§4). */
const NextDayWay = () => (
  <Link className="btn sec small" href={PATHS.nextDay}>
    Ver Next day
  </Link>
)

/** One market, alive: another one is another of these, so that nothing of the first is ever shown as the second's. */
export function MarketLead({ screen, market }: Props) {
  const pace = paceOf(screen, NO_DELAY)
  const status = useMarketStatus(market)
  const holiday = useHoliday(market)
  const chosen = useChartChoice()
  const feed = useMarketFeed(market, pace)
  const { close, prices, amounts, intraday } = feed
  const streaming = feed.connection === 'stream'
  const freshness = useFreshness(close, feed.interval)
  const { restored, forget } = useReconnection(close, freshness)
  const session = close.value?.session ?? null
  const view: MarketView = { market, status, session, freshness, answeredAt: close.answeredAt }
  const reload = FULL_RELOAD_MS[screen]
  const wayOut = isTradingDay('nextday', status.date) && <NextDayWay />
  return (
    <>
      <DashboardHead market={market} view={view} interval={streaming ? null : pace.panels} />
      <LeadNotices view={view} holiday={holiday} onRetry={() => retryMarket(feed)} way={wayOut} />
      <div className="grid12 dashboard-lead">
        <ClosePanel close={close} prices={prices} />
        <LiveMarketProvider value={{ status, intraday, prices }}>
          {screen === 'market' ? (
            <ChartViews market={market} chosen={chosen} interval={pace.chart} />
          ) : (
            <SessionPanel market={market} chosen={chosen} />
          )}
        </LiveMarketProvider>
        <div className="price-list today">
          <AveragePanel close={close} />
          <PricesPanel prices={prices} />
        </div>
      </div>
      <AmountsPanel
        amounts={amounts}
        title="Montos del dólar"
        meta={accumulated(dayOf(amounts.value?.session ?? null, status.now))}
      />
      {reload !== null && <FullReload interval={reload} streaming={streaming} />}
      {restored && <Toast text={RECONNECTED} onEnd={forget} />}
    </>
  )
}
