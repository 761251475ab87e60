import { Drawer } from '#src/ui/shell/drawer.tsx'
import { MarketLinks, PaymentsLink } from '#src/ui/shell/market-links.tsx'
import { SiteMenu } from '#src/ui/shell/menu-drawer.tsx'

interface Props {
  /** Address of the current screen. */
  readonly current: string
}

/** The drawer of the dashboard on narrow screens: the dashboard's menu above the portal's menu. */
export const MarketDrawer = ({ current }: Props) => (
  <Drawer name="Mercado" opener="Abrir menú" className="-ml-2.5" side="left">
    {(close) => (
      <>
        <nav className="mb-6" aria-label="Mercado">
          <ul>
            <MarketLinks current={current} onFollow={close} />
          </ul>
        </nav>
        <SiteMenu current={current} onFollow={close}>
          <PaymentsLink current={current} onFollow={close} />
        </SiteMenu>
      </>
    )}
  </Drawer>
)
