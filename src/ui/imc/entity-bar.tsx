import { SCREENS } from '#src/application/navigation/screens.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import '#src/ui/styles/bundle-imc.css'
import { Link } from 'wouter'
import type { ImcSession } from '#src/domain/imc/session/session.ts'
import { toAvatarLetters } from '#src/domain/imc/users/entity-user.ts'
import { EntityLinks } from '#src/ui/imc/entity-links.tsx'
import { useImc, useImcSession } from '#src/ui/imc/use-imc.ts'
import { Brand } from '#src/ui/parts/brand.tsx'
import { Menu } from '#src/ui/parts/menu.tsx'
import { Drawer } from '#src/ui/shell/drawer.tsx'

interface UserMenuProps {
  readonly session: ImcSession
  readonly onSignOut: () => void
}

/** The avatar as a button for the user's menu: the name and the sign-out. */
function UserMenu({ session: { name }, onSignOut }: UserMenuProps) {
  const letters = toAvatarLetters(name)
  return (
    <Menu
      name={`Menú de ${name}, ${letters}`}
      heading={name}
      button={
        <>
          <span className="header-avatar">{letters}</span>
          <svg className="icon entity-caret" viewBox="0 0 16 16" aria-hidden="true">
            <path d="m3 6 5 5 5-5" />
          </svg>
        </>
      }
      actions={[{ id: 'sign-out', text: 'Cerrar Sesión', onChoose: onSignOut }]}
    />
  )
}

const EntityDrawer = ({ current }: Props) => (
  <Drawer name="Entidad" opener="Abrir menú" className="-ml-2.5" side="left">
    {(close) => (
      <nav aria-label="Entidad">
        <ul>
          <EntityLinks current={current} onFollow={close} />
        </ul>
      </nav>
    )}
  </Drawer>
)

interface Props {
  /** Address of the current screen. */
  readonly current: string
}

/** The header of the area: the entity and the user's menu; for a visitor a link to the home. */
export function EntityBar({ current }: Props) {
  const { session: sessionView } = useImc()
  const { session } = useImcSession()
  if (session === null) {
    return (
      <>
        <Brand area="IMC" compact />
        <div className="header-end">
          <Link className={`${buttonClass({ variant: 'text', size: 'compact' })} -mr-3`} href={SCREENS.home.path}>
            Volver al inicio
          </Link>
        </div>
      </>
    )
  }
  return (
    <>
      <EntityDrawer current={current} />
      <Brand area="IMC" compact />
      <div className="header-end entity-end">
        <span className="entity-name">{session.entityName}</span>
        <UserMenu session={session} onSignOut={sessionView.signOut} />
      </div>
    </>
  )
}
