import type { ReactNode } from 'react'

import { ExpiryNotice } from '#src/ui/market/expiry-notice.tsx'
import { MarketLinks, PaymentsLink } from '#src/ui/shell/market-links.tsx'

interface Props {
  /** Address of the current screen. */
  readonly current: string
  readonly children: ReactNode
}

/**
 * A screen of the dashboard next to the dashboard's menu. On narrow pages, a button of the header
 * opens the menu.
 */
export const DashboardFrame = ({ current, children }: Props) => (
  <div className="page lg:not-print:grid lg:grid-cols-[var(--md-rail)_minmax(0,1fr)] lg:gap-10">
    <div className="rail pt-8 max-lg:hidden print:hidden">
      <div className="sticky top-6 grid gap-6">
        <nav aria-label="Mercado">
          <p className="meta pb-2 [font-weight:550]" aria-hidden="true">
            Mercado
          </p>
          <ul>
            <MarketLinks current={current} />
          </ul>
        </nav>
        <nav aria-label="Cuenta">
          <p className="meta pb-2 [font-weight:550]" aria-hidden="true">
            Cuenta
          </p>
          <ul>
            <PaymentsLink current={current} />
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
