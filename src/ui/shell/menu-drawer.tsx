import { Link } from 'wouter'

import { Drawer } from '#src/ui/shell/drawer.tsx'
import { MainLinks, type MenuProps } from '#src/ui/shell/navigation.tsx'
import { PATHS } from '#src/ui/shell/routes.ts'
import { isBuilt } from '#src/ui/shell/screens.ts'

/** The portal's menu and the payment of its services. */
export const PlacesMenu = ({ children, ...menu }: MenuProps) => (
  <nav aria-label="Principal">
    <ul>
      <MainLinks {...menu} />
      {isBuilt('pricing') && (
        <li>
          <Link href={PATHS.pricing} onClick={menu.onFollow}>
            Pagar servicios
          </Link>
        </li>
      )}
      {children}
    </ul>
  </nav>
)

interface Props {
  readonly current: string
  /** Nobody is signed in: the registration is offered too. */
  readonly visitor: boolean
}

/** The portal's menu on narrow screens. */
export const MenuDrawer = ({ current, visitor }: Props) => (
  <Drawer name="Menú" opener="Abrir menú" side="right">
    {(close) => (
      <PlacesMenu current={current} onFollow={close}>
        {visitor && (
          <li className="sm:hidden">
            <Link href={PATHS.registration} onClick={close}>
              Registro demo
            </Link>
          </li>
        )}
      </PlacesMenu>
    )}
  </Drawer>
)
