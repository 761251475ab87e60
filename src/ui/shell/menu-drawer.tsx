import { Link } from 'wouter'

import { PATHS } from '#src/domain/page-paths.ts'
import { Drawer } from '#src/ui/shell/drawer.tsx'
import { isSamePath, MainLinks, type MenuProps } from '#src/ui/shell/navigation.tsx'

/** The portal's menu and the link to the prices. */
export const SiteMenu = ({ children, ...menu }: MenuProps) => (
  <nav aria-label="Principal">
    <ul>
      <MainLinks {...menu} />
      <li>
        <Link
          href={PATHS.pricing}
          onClick={menu.onFollow}
          aria-current={isSamePath(PATHS.pricing, menu.current) ? 'page' : undefined}
        >
          Pagar servicios
        </Link>
      </li>
      {children}
    </ul>
  </nav>
)

interface Props {
  /** Address of the current screen. */
  readonly current: string
  /** A visitor also gets the link to the registration. */
  readonly isVisitor: boolean
}

/** The drawer with the portal's menu, on narrow screens. */
export const MenuDrawer = ({ current, isVisitor }: Props) => (
  <Drawer name="Menú" opener="Abrir menú" side="right">
    {(close) => (
      <SiteMenu current={current} onFollow={close}>
        {isVisitor && (
          <li className="sm:hidden">
            <Link href={PATHS.registration} onClick={close}>
              Registro demo
            </Link>
          </li>
        )}
      </SiteMenu>
    )}
  </Drawer>
)
