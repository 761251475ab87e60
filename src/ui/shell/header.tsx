import { Link } from 'wouter'
import { isSamePath } from '#src/application/navigation/resolve.ts'
import { listMenuLinks, SCREENS } from '#src/application/navigation/screens.ts'
import type { StoredSession } from '#src/domain/identity/session.ts'
import { toInitials } from '#src/domain/text.ts'
import { Avatar } from '#src/ui/parts/avatar.tsx'
import { Brand } from '#src/ui/parts/brand.tsx'
import { Button, buttonClass, IconButton } from '#src/ui/parts/button.tsx'
import { DashboardLinks } from '#src/ui/shell/dashboard-links.tsx'
import { Drawer } from '#src/ui/shell/drawer.tsx'
import { HeaderBar, HeaderEnd } from '#src/ui/shell/header-bar.tsx'
import { MenuLink } from '#src/ui/shell/menu-link.tsx'
import { MainLinks, MenuLinks, type MenuProps } from '#src/ui/shell/navigation.tsx'

interface CurrentProps {
  /** Address of the current screen; case and slashes are ignored. */
  readonly current: string
}

/** The portal's menu and the link to the prices. */
const SiteMenu = ({ children, ...menu }: Omit<MenuProps, 'look'>) => (
  <nav aria-label="Principal">
    <ul>
      <MainLinks look="drawer" {...menu} />
      <MenuLinks look="drawer" menu="services" {...menu} />
      {children}
    </ul>
  </nav>
)

interface MenuDrawerProps {
  /** Address of the current screen. */
  readonly current: string
  /** A visitor also gets the link to the registration. */
  readonly isVisitor: boolean
}

/** The drawer with the portal's menu, on narrow screens. */
const MenuDrawer = ({ current, isVisitor }: MenuDrawerProps) => (
  <Drawer name="Menú" opener="Abrir menú" side="right">
    {(close) => (
      <SiteMenu current={current} onFollow={close}>
        {isVisitor && (
          <MenuLink look="drawer" className="sm:hidden" href={SCREENS.registration.path} onFollow={close}>
            Registro demo
          </MenuLink>
        )}
      </SiteMenu>
    )}
  </Drawer>
)

/** The drawer of the dashboard on narrow screens: the dashboard's menu above the portal's menu. */
const MarketDrawer = ({ current }: CurrentProps) => (
  <Drawer name="Mercado" opener="Abrir menú" className="-ml-2.5" side="left">
    {(close) => (
      <>
        <nav className="mb-6" aria-label="Mercado">
          <ul>
            <DashboardLinks look="drawer" menu="market" current={current} onFollow={close} />
          </ul>
        </nav>
        <SiteMenu current={current} onFollow={close}>
          <DashboardLinks look="drawer" menu="account" current={current} onFollow={close} />
        </SiteMenu>
      </>
    )}
  </Drawer>
)

/**
 * The links to the registration and to the login. Neither page has a link to itself. The login is
 * the primary button, except on the pages under `/auth/`.
 */
function VisitorActions({ current }: CurrentProps) {
  const isLoginPage = isSamePath(SCREENS.login.path, current)
  const isRegistrationPage = isSamePath(SCREENS.registration.path, current)
  const isAuthPage = current.toLowerCase().startsWith('/auth/')
  return (
    <>
      {!isRegistrationPage && (
        <Link
          className={`${buttonClass({ variant: 'secondary', size: 'compact' })} in-data-session:invisible max-sm:hidden`}
          href={SCREENS.registration.path}
        >
          Registro demo
        </Link>
      )}
      {!isLoginPage && (
        <Link
          className={`${buttonClass({ variant: isAuthPage ? 'secondary' : 'primary', size: 'compact' })} in-data-session:invisible`}
          href={SCREENS.login.path}
        >
          Iniciar sesión
        </Link>
      )}
    </>
  )
}

interface ClientProps {
  readonly session: StoredSession
  readonly isDashboard: boolean
  readonly onSignOut: () => void
}

/** The client's name and the logout. The smallest phones hide the name in the dashboard. */
const ClientActions = ({ session, isDashboard, onSignOut }: ClientProps) => (
  <>
    <Link
      className={`group relative mr-1 flex min-h-9 items-center gap-2.5 text-sm font-550 text-ink no-underline max-sm:mr-0 max-sm:px-1 pointer-coarse:min-h-11 ${isDashboard ? 'max-[360px]:hidden' : ''}`}
      href={SCREENS.dashboard.path}
    >
      <Avatar letters={toInitials(session.user.name)} />
      <span className="max-w-[22ch] truncate group-hover:underline group-hover:decoration-1 group-hover:underline-offset-3 max-sm:sr-only">
        {session.user.name}
      </span>
    </Link>
    <Button variant="text" size="compact" onClick={onSignOut}>
      Cerrar sesión
    </Button>
  </>
)

interface SideMenuProps {
  /** Whether wide pages of the dashboard show its menu beside the screen. */
  readonly isSideMenuShown: boolean
  readonly onSideMenuToggle: () => void
}

/** The button of wide pages that hides and shows the dashboard's menu. */
const SideMenuToggle = ({ isSideMenuShown, onSideMenuToggle }: SideMenuProps) => (
  <IconButton
    variant="menu"
    size="compact"
    className="max-lg:hidden"
    label="Menú Mercado"
    icon="menu"
    aria-expanded={isSideMenuShown}
    onClick={onSideMenuToggle}
  />
)

interface Props extends CurrentProps, SideMenuProps {
  /** The screen belongs to the dashboard, which has another menu. */
  readonly isDashboard: boolean
  /** Null for a visitor. */
  readonly session: StoredSession | null
  readonly onSignOut: () => void
}

/** The header: brand, menu, login or logout. Below the desktop width the menu is a drawer. */
export const Header = ({ current, isDashboard, session, onSignOut, ...sideMenu }: Props) => (
  <HeaderBar>
    {isDashboard && (
      <>
        <MarketDrawer current={current} />
        <SideMenuToggle {...sideMenu} />
      </>
    )}
    <Brand compact />
    <nav aria-label="Principal" className="max-lg:hidden">
      <ul className="flex gap-6">
        <MainLinks look="bar" current={current} />
      </ul>
    </nav>
    <HeaderEnd>
      {listMenuLinks('services').map(({ screen, path, label }) => (
        <Link
          key={screen}
          className={`${buttonClass({ variant: 'text', size: 'compact' })} max-lg:hidden`}
          href={path}
          aria-current={isSamePath(path, current) ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
      {session ? (
        <ClientActions session={session} isDashboard={isDashboard} onSignOut={onSignOut} />
      ) : (
        <VisitorActions current={current} />
      )}
      {!isDashboard && <MenuDrawer current={current} isVisitor={session === null} />}
    </HeaderEnd>
  </HeaderBar>
)
