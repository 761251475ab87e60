import { Link } from 'wouter'

import { toInitials } from '#src/domain/identity/initials.ts'
import type { StoredSession } from '#src/domain/identity/session.ts'
import { Brand } from '#src/ui/parts/brand.tsx'
import { MarketDrawer } from '#src/ui/shell/market-drawer.tsx'
import { MenuDrawer } from '#src/ui/shell/menu-drawer.tsx'
import { isSame, MainLinks } from '#src/ui/shell/navigation.tsx'
import { PATHS } from '#src/ui/shell/routes.ts'
import { isBuilt } from '#src/ui/shell/screens.ts'

interface CurrentProps {
  readonly current: string
}

/** The two ways in; the page that one leads to hides it, and beside a form of their kind neither is the main thing. */
function VisitorEnd({ current }: CurrentProps) {
  const atLogin = isSame(PATHS.login, current)
  const atRegistration = isSame(PATHS.registration, current)
  const atForm = current.toLowerCase().startsWith('/auth/')
  return (
    <>
      {!atRegistration && (
        <Link className="btn sec max-sm:hidden" href={PATHS.registration}>
          Registro demo
        </Link>
      )}
      {!atLogin && (
        <Link className={atForm ? 'btn sec' : 'btn pri'} href={PATHS.login}>
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

/** Who is in, and the way out; the smallest phones have no room for the way to the dashboard within it. */
const ClientEnd = ({ session, inDashboard, onSignOut }: ClientProps) => (
  <>
    <Link className={inDashboard ? 'who max-[359.98px]:hidden' : 'who'} href={PATHS.dashboard}>
      <span className="avatar" aria-hidden="true">
        {toInitials(session.user.name)}
      </span>
      <span className="name">{session.user.name}</span>
    </Link>
    <button type="button" className="btn txt" onClick={onSignOut}>
      Cerrar sesión
    </button>
  </>
)

interface Props extends CurrentProps {
  /** The screen is one of the dashboard's, which have a menu of their own. */
  readonly inDashboard: boolean
  /** Of the client at the page, null for a visitor. */
  readonly session: StoredSession | null
  readonly onSignOut: () => void
}

/** Logo, menu and the ways in or out; below the desktop width the menu is a drawer. */
export const Header = ({ current, inDashboard, session, onSignOut }: Props) => (
  <header className="top">
    <div className="page">
      {inDashboard && <MarketDrawer current={current} />}
      <Brand />
      <nav aria-label="Principal" className="max-lg:hidden">
        <ul>
          <MainLinks current={current} />
        </ul>
      </nav>
      <div className="end">
        {!inDashboard && isBuilt('pricing') && (
          <Link className="btn txt max-lg:hidden" href={PATHS.pricing}>
            Pagar servicios
          </Link>
        )}
        {session ? (
          <ClientEnd session={session} inDashboard={inDashboard} onSignOut={onSignOut} />
        ) : (
          <VisitorEnd current={current} />
        )}
        {!inDashboard && <MenuDrawer current={current} visitor={session === null} />}
      </div>
    </div>
  </header>
)
