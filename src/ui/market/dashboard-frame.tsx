import type { ReactNode } from 'react'

import { MarketLinks } from '#src/ui/shell/market-links.tsx'

interface Props {
  /** Address of the screen shown. */
  readonly current: string
  readonly children: ReactNode
}

/** A screen of the dashboard beside the menu of all of them; narrow, that is behind a button of the header. */
export const DashboardFrame = ({ current, children }: Props) => (
  <div className="page dashboard">
    <nav className="rail" aria-label="Mercado">
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
