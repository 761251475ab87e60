import { Link } from 'wouter'

import { MenuDrawer } from '#src/ui/menu-drawer.tsx'
import { MainLinks } from '#src/ui/navigation.tsx'
import { Brand } from '#src/ui/parts/brand.tsx'
import { PATHS } from '#src/ui/routes.ts'

interface Props {
  readonly current: string
}

/** Logo, menu and the three ways in; below the desktop width the menu is a drawer. */
export const Header = ({ current }: Props) => (
  <header className="top">
    <div className="page">
      <Brand />
      <nav aria-label="Principal" className="max-lg:hidden">
        <ul>
          <MainLinks current={current} />
        </ul>
      </nav>
      <div className="ml-auto flex items-center gap-2">
        <Link className="btn txt max-lg:hidden" href={PATHS.pricing}>
          Pagar servicios
        </Link>
        <Link className="btn sec max-sm:hidden" href={PATHS.registration}>
          Registro demo
        </Link>
        <Link className="btn pri" href={PATHS.login}>
          Iniciar sesión
        </Link>
        <MenuDrawer current={current} />
      </div>
    </div>
  </header>
)
