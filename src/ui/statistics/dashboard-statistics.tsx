import { DashboardFrame } from '#src/ui/dashboard/dashboard-frame.tsx'
import type { ScreenProps } from '#src/ui/lazy-screen.tsx'
import { Statistics } from '#src/ui/statistics/statistics.tsx'
import '#src/ui/styles/dashboard.css'

/** The statistics beside the menu of the dashboard. */
export const DashboardStatistics = ({ path }: ScreenProps) => (
  <DashboardFrame current={path}>
    <Statistics />
  </DashboardFrame>
)
