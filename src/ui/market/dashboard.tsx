import { DashboardFrame } from '#src/ui/market/dashboard-frame.tsx'
import { MarketScreen } from '#src/ui/market/market-screen.tsx'
import { LazyScreen, type ScreenProps, type ScreenSource } from '#src/ui/shell/lazy-screen.tsx'
import type { ScreenName } from '#src/ui/shell/routes.ts'
import '#src/ui/styles/bundle-dashboard.css'

const STATISTICS: ScreenSource = {
  load: async () => (await import('#src/ui/statistics/statistics.tsx')).Statistics,
}

const PAYMENTS: ScreenSource = {
  load: async () => (await import('#src/ui/payment/orders.tsx')).Orders,
  prepare: ({ loadPayment }) => loadPayment(),
}

const PAYMENT: ScreenSource = {
  load: async () => (await import('#src/ui/payment/client-order.tsx')).ClientOrder,
  prepare: ({ loadPayment }) => loadPayment(),
}

/** The screens of the dashboard that are not markets. */
const OTHER_SCREENS: Partial<Readonly<Record<ScreenName, ScreenSource>>> = {
  'dashboard-statistics': STATISTICS,
  payments: PAYMENTS,
  payment: PAYMENT,
}

/**
 * The client's screens: the dashboard, its two markets, its statistics and its payments. They are
 * one area, so that a navigation between them does not mount the menu again (§2.1).
 */
export function Dashboard(destination: ScreenProps) {
  const { screen, path } = destination
  const source = OTHER_SCREENS[screen]
  if (source) {
    return (
      <DashboardFrame current={path}>
        <LazyScreen key={screen} source={source} {...destination} />
      </DashboardFrame>
    )
  }
  if (screen === 'next-day') return <MarketScreen screen="market" market="nextday" path={path} />
  return <MarketScreen screen={screen === 'spot' ? 'market' : 'dashboard'} market="spot" path={path} />
}
