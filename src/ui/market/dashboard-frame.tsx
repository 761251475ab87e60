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
  <div className="page dashboard">
    <nav className="rail print:hidden" aria-label="Mercado">
      <div className="stays">
        <p className="meta" aria-hidden="true">
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
