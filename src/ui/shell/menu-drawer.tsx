import { Link } from 'wouter'

import { SCREENS } from '#src/application/navigation/screens.ts'
import { Drawer } from '#src/ui/shell/drawer.tsx'
import { MainLinks, MenuLinks, type MenuProps } from '#src/ui/shell/navigation.tsx'

/** The portal's menu and the link to the prices. */
export const SiteMenu = ({ children, ...menu }: MenuProps) => (
  <nav aria-label="Principal">
    <ul>
      <MainLinks {...menu} />
      <MenuLinks menu="services" {...menu} />
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
            <Link href={SCREENS.registration.path} onClick={close}>
              Registro demo
            </Link>
          </li>
        )}
      </SiteMenu>
    )}
  </Drawer>
)
