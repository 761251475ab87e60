import { Fragment, useEffect } from 'react'
import { Link, useLocation, useSearch } from 'wouter'

import { isForEntities, resolve } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { ImcSession } from '#src/domain/imc/session/session.ts'
import { toAvatarLetters } from '#src/domain/imc/users/entity-user.ts'
import { EntityLinks } from '#src/ui/imc/entity-links.tsx'
import { SearchButton } from '#src/ui/imc/search-button.tsx'
import { useImc, useImcSession } from '#src/ui/imc/use-imc.ts'
import { Avatar } from '#src/ui/parts/avatar.tsx'
import { Brand } from '#src/ui/parts/brand.tsx'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { Menu } from '#src/ui/parts/menu.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { Drawer } from '#src/ui/shell/drawer.tsx'
import { HeaderEnd } from '#src/ui/shell/header-bar.tsx'
import { Loading, type ScreenProps } from '#src/ui/shell/lazy-screen.tsx'

/**
 * Returns true if the screen can be shown. Redirects to the login if the screen needs a session but
 * no session is stored. The login returns to this address, except after a sign-out (D69).
 */
function useEntityGuard(): boolean {
  const { handleSignOut } = useImc().session
  const { session, hasSignedOut } = useImcSession()
  const { returnAfterLogin } = usePortal()
  const [path, navigate] = useLocation()
  const query = useSearch()
  const { kind, destination } = resolve(path, { client: null, entity: session !== null })
  const isAllowed = kind === 'screen'
  useEffect(() => {
    if (isAllowed) return
    if (!hasSignedOut) returnAfterLogin.save(query === '' ? path : `${path}?${query}`)
    navigate(destination.path, { replace: true })
  }, [isAllowed, hasSignedOut, destination.path, path, query, navigate, returnAfterLogin])
  // Later navigations are not part of the sign-out.
  useEffect(() => {
    if (hasSignedOut) handleSignOut()
  }, [hasSignedOut, handleSignOut])
  return isAllowed
}

/**
 * A screen of the entity next to the entity's menu. On narrow pages, a button of the header opens
 * the menu.
 */
function EntityFrame({ path, children }: ScreenProps) {
  const { session } = useImcSession()
  return (
    <div className="page lg:grid lg:grid-cols-[var(--md-rail)_minmax(0,1fr)] lg:gap-10">
      <nav className="pt-8 max-lg:hidden print:hidden" aria-label="Entidad">
        <div className="sticky top-6">
          <p className="text-xs text-muted pb-2 font-550" aria-hidden="true">
            Entidad
          </p>
          <ul className="shadow-[inset_1px_0_var(--md-line)]">
            <EntityLinks look="side" current={path} />
          </ul>
        </div>
      </nav>
      {/* Another user of this browser needs new views and forms. */}
      <Fragment key={session?.userId}>{children}</Fragment>
    </div>
  )
}

/** The IMC area (§2.5). All screens except login and password change need a stored session. */
export function ImcArea(props: ScreenProps) {
  const isAllowed = useEntityGuard()
  if (!isAllowed) return <Loading />
  return isForEntities(props.path) ? <EntityFrame {...props} /> : props.children
}

interface UserMenuProps {
  readonly session: ImcSession
  readonly onSignOut: () => void
}

/** The avatar as a button for the user's menu: the name, the sessions, the factor, the sign-out. */
function UserMenu({ session: { name }, onSignOut }: UserMenuProps) {
  const letters = toAvatarLetters(name)
  const [, navigate] = useLocation()
  return (
    <Menu
      name={`Menú de ${name}, ${letters}`}
      heading={name}
      button={
        <>
          <Avatar letters={letters} />
          <Icon name="down" size={12} className="text-muted max-[360px]:hidden" />
        </>
      }
      actions={[
        { id: 'sessions', text: SCREENS.imcSessions.title, onChoose: () => navigate(SCREENS.imcSessions.path) },
        {
          id: 'second-factor',
          text: SCREENS.imcSecondFactor.title,
          onChoose: () => navigate(SCREENS.imcSecondFactor.path),
        },
        { id: 'sign-out', text: 'Cerrar Sesión', onChoose: onSignOut },
      ]}
    />
  )
}

const EntityDrawer = ({ current }: BarProps) => (
  <Drawer name="Entidad" opener="Abrir menú" className="-ml-2.5" side="left">
    {(close) => (
      <nav aria-label="Entidad">
        <ul>
          <EntityLinks look="drawer" current={current} onFollow={close} />
        </ul>
      </nav>
    )}
  </Drawer>
)

interface BarProps {
  /** Address of the current screen. */
  readonly current: string
}

/** The header of the area: the entity and the user's menu; for a visitor a link to the home. */
export function EntityBar({ current }: BarProps) {
  const { session: sessionView } = useImc()
  const { session } = useImcSession()
  if (session === null) {
    return (
      <>
        <Brand area="IMC" compact />
        <HeaderEnd>
          <Link className={`${buttonClass({ variant: 'text', size: 'compact' })} -mr-3`} href={SCREENS.home.path}>
            Volver al inicio
          </Link>
        </HeaderEnd>
      </>
    )
  }
  return (
    <>
      <EntityDrawer current={current} />
      <Brand area="IMC" compact />
      <HeaderEnd>
        {isForEntities(current) && <SearchButton />}
        <span className="max-w-[44ch] truncate text-sm font-550 max-sm:hidden">{session.entityName}</span>
        <UserMenu session={session} onSignOut={sessionView.signOut} />
      </HeaderEnd>
    </>
  )
}
