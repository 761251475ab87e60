import { DashboardFrame } from '#src/ui/market/dashboard-frame.tsx'
import { MarketScreen } from '#src/ui/market/market-screen.tsx'
import { LazyScreen, type ScreenProps, type ScreenSource } from '#src/ui/shell/lazy-screen.tsx'
import '#src/ui/styles/bundle-dashboard.css'

const STATISTICS: ScreenSource = {
  load: async () => (await import('#src/ui/statistics/statistics.tsx')).Statistics,
}

/**
 * The client's screens: the dashboard, its two markets and its statistics, one area so that its
 * menu stays (§2.1).
 */
export function Dashboard(destination: ScreenProps) {
  const { screen, path } = destination
  if (screen === 'dashboard-statistics') {
    return (
      <DashboardFrame current={path}>
        <LazyScreen source={STATISTICS} {...destination} />
      </DashboardFrame>
    )
  }
  if (screen === 'next-day') return <MarketScreen screen="market" market="nextday" path={path} />
  return <MarketScreen screen={screen === 'spot' ? 'market' : 'dashboard'} market="spot" path={path} />
}
