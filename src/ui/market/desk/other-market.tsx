import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { DASHBOARD_DELAY } from '#src/application/market/dashboard.ts'
import { MARKET_TITLES, noDealsNotice } from '#src/application/market/market-messages.ts'
import { realTimeMarketState } from '#src/application/market/market-status.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { TRADING_HOURS } from '#src/domain/trading/trading-hours.ts'
import { ClosePanel } from '#src/ui/market/close-panel.tsx'
import { PricesPanel } from '#src/ui/market/prices-panel.tsx'
import { useMarket } from '#src/ui/market/use-market.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { PanelHead, Region } from '#src/ui/parts/panel.tsx'
import { ResourceView } from '#src/ui/parts/resource-view.tsx'
import { StateLine } from '#src/ui/parts/state-line.tsx'
import { TradingDayChart } from '#src/ui/parts/trading-day-chart.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

const WINDOW_PATHS: Readonly<Record<Market, string>> = {
  spot: SCREENS.spotWindow.path,
  nextday: SCREENS.nextDayWindow.path,
}

const IN_OWN_WINDOW = 'Abrir en otra ventana'

/** A link that opens a market in a window of its own; where the browser refuses windows, in this one. */
function WindowLink({ market }: { readonly market: Market }) {
  const { page } = usePortal()
  return (
    <Link
      className={buttonClass({ variant: 'secondary', size: 'compact' })}
      aria-label={IN_OWN_WINDOW}
      title={IN_OWN_WINDOW}
      href={WINDOW_PATHS[market]}
      onClick={(event) => {
        if (page.openWindow(event.currentTarget.href, `mercado-dolar-${market}`)) event.preventDefault()
      }}
    >
      <Icon name="external" />
    </Link>
  )
}

/** The live figures and the day of the other market, on the desk of a market. */
export function OtherMarket({ market }: { readonly market: Market }) {
  const { createLiveMarket } = useMarket()
  const [view] = useState(() => createLiveMarket({ screen: 'market', market, delay: DASHBOARD_DELAY }))
  const state = useSelector(view, (current) => current)
  const { close, closeDayPrices, closeDayLabel, prices, intraday, status } = state
  const { tone, text } = realTimeMarketState(state.head, state.interval)
  return (
    <Region
      aria-label={MARKET_TITLES[market]}
      className="[--chart-tall:165px] ultrawide:[--chart-tall:215px] [--md-text-figure-lg:3.25rem]"
    >
      <PanelHead title={MARKET_TITLES[market]}>
        <StateLine tone={tone}>{text}</StateLine>
        <WindowLink market={market} />
      </PanelHead>
      <ClosePanel isDense close={close} closeDayPrices={closeDayPrices} closeDayLabel={closeDayLabel} />
      <div className="chart">
        <ResourceView resource={intraday} failureTitle="No pudimos consultar la gráfica" skeleton={null}>
          {({ value, tradingDay }) =>
            value.times.length === 0 ? (
              <Empty {...noDealsNotice(TRADING_HOURS[market].opens, status.phase === 'closed')} />
            ) : (
              <TradingDayChart
                market={market}
                series={value}
                date={tradingDay}
                phase={status.phase}
                trm={closeDayPrices.value?.value.trm.value ?? null}
              />
            )
          }
        </ResourceView>
      </div>
      <PricesPanel prices={prices} market={market} today={status.today} />
    </Region>
  )
}
