import { DashboardLinks } from '#src/ui/shell/dashboard-links.tsx'
import { Drawer } from '#src/ui/shell/drawer.tsx'
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
            <DashboardLinks menu="market" current={current} onFollow={close} />
          </ul>
        </nav>
        <SiteMenu current={current} onFollow={close}>
          <DashboardLinks menu="account" current={current} onFollow={close} />
        </SiteMenu>
      </>
    )}
  </Drawer>
)
