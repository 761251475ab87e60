import { Link } from 'wouter'

import { toInitials } from '#src/domain/identity/initials.ts'
import type { StoredSession } from '#src/domain/identity/session.ts'
import { Brand } from '#src/ui/parts/brand.tsx'
import { MarketDrawer } from '#src/ui/shell/market-drawer.tsx'
import { MenuDrawer } from '#src/ui/shell/menu-drawer.tsx'
import { isSamePath, MainLinks } from '#src/ui/shell/navigation.tsx'
import { PATHS } from '#src/ui/shell/routes.ts'

interface CurrentProps {
  readonly current: string
}

/**
 * Registration and login. Each is hidden on its own page; on a page with a form neither is the
 * primary button.
 */
function VisitorActions({ current }: CurrentProps) {
  const atLogin = isSamePath(PATHS.login, current)
  const atRegistration = isSamePath(PATHS.registration, current)
  const atForm = current.toLowerCase().startsWith('/auth/')
  return (
    <>
      {!atRegistration && (
        <Link className="btn sec header-button header-visitor max-sm:hidden" href={PATHS.registration}>
          Registro demo
        </Link>
      )}
      {!atLogin && (
        <Link
          className={atForm ? 'btn sec header-button header-visitor' : 'btn pri header-button header-visitor'}
          href={PATHS.login}
        >
          Iniciar sesión
        </Link>
      )}
    </>
  )
}

interface ClientProps {
  readonly session: StoredSession
  readonly inDashboard: boolean
  readonly onSignOut: () => void
}

/** The client's name and the logout; in the dashboard the smallest phones hide the name. */
const ClientActions = ({ session, inDashboard, onSignOut }: ClientProps) => (
  <>
    <Link className={inDashboard ? 'header-who max-[359.98px]:hidden' : 'header-who'} href={PATHS.dashboard}>
      <span className="header-avatar" aria-hidden="true">
        {toInitials(session.user.name)}
      </span>
      <span className="header-name">{session.user.name}</span>
    </Link>
    <button type="button" className="btn txt header-button" onClick={onSignOut}>
      Cerrar sesión
    </button>
  </>
)

interface Props extends CurrentProps {
  /** The screens of the dashboard have their own menu. */
  readonly inDashboard: boolean
  /** Null for a visitor. */
  readonly session: StoredSession | null
  readonly onSignOut: () => void
}

/** The header: logo, menu, login or logout. Below the desktop width the menu is a drawer. */
export const Header = ({ current, inDashboard, session, onSignOut }: Props) => (
  <header className="header print:hidden">
    <div className="page header-bar">
      {inDashboard && <MarketDrawer current={current} />}
      <Brand compact />
      <nav aria-label="Principal" className="max-lg:hidden">
        <ul>
          <MainLinks current={current} />
        </ul>
      </nav>
      <div className="header-end">
        {!inDashboard && (
          <Link
            className="btn txt header-button max-lg:hidden"
            href={PATHS.pricing}
            aria-current={isSamePath(PATHS.pricing, current) ? 'page' : undefined}
          >
            Pagar servicios
          </Link>
        )}
        {session ? (
          <ClientActions session={session} inDashboard={inDashboard} onSignOut={onSignOut} />
        ) : (
          <VisitorActions current={current} />
        )}
        {!inDashboard && <MenuDrawer current={current} visitor={session === null} />}
      </div>
    </div>
  </header>
)
