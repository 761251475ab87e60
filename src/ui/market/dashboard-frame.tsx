import type { ReactNode } from 'react'

import { MarketLinks } from '#src/ui/shell/market-links.tsx'

interface Props {
  /** Address of the screen shown. */
  readonly current: string
  readonly children: ReactNode
}

/**
 * A screen of the dashboard next to its menu; on narrow pages the menu is behind a header button.
 */
export const DashboardFrame = ({ current, children }: Props) => (
  <div className="page lg:grid lg:grid-cols-[var(--md-rail)_minmax(0,1fr)] lg:gap-10">
    <nav className="rail pt-8 max-lg:hidden print:hidden" aria-label="Mercado">
      <div className="sticky top-6">
        <p className="meta pb-2 [font-weight:550]" aria-hidden="true">
          Mercado
        </p>
        <ul>
          <MarketLinks current={current} />
        </ul>
      </div>
    </nav>
    {children}
  </div>
)
