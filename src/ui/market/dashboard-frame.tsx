import { ExpiryNotice } from '#src/ui/market/expiry-notice.tsx'
import { DashboardLinks } from '#src/ui/shell/dashboard-links.tsx'
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'
import '#src/ui/styles/bundle-dashboard.css'

/**
 * A screen of the dashboard next to the dashboard's menu. On narrow pages, a button of the header
 * opens the menu.
 */
export const DashboardFrame = ({ path, children }: Pick<ScreenProps, 'path' | 'children'>) => (
  <div className="page lg:not-print:grid lg:grid-cols-[var(--md-rail)_minmax(0,1fr)] lg:gap-10">
    <div className="rail pt-8 max-lg:hidden print:hidden">
      <div className="sticky top-6 grid gap-6">
        <nav aria-label="Mercado">
          <p className="meta pb-2 [font-weight:550]" aria-hidden="true">
            Mercado
          </p>
          <ul>
            <DashboardLinks menu="market" current={path} />
          </ul>
        </nav>
        <nav aria-label="Cuenta">
          <p className="meta pb-2 [font-weight:550]" aria-hidden="true">
            Cuenta
          </p>
          <ul>
            <DashboardLinks menu="account" current={path} />
          </ul>
        </nav>
      </div>
    </div>
    <div className="min-w-0">
      <ExpiryNotice />
      {children}
    </div>
  </div>
)
