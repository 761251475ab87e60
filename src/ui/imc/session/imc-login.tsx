import { type ComponentProps, useEffect } from 'react'
import { Link, useLocation } from 'wouter'

import { SIGN_OUT_NOT_SENT } from '#src/application/identity/identity.ts'
import { isForEntities } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { MarketAside } from '#src/ui/auth/market-aside.tsx'
import { EntityIcon } from '#src/ui/imc/entity-links.tsx'
import type { ImcLoginDialog } from '#src/ui/imc/session/imc-login-dialog.tsx'
import { useImc, useImcSession } from '#src/ui/imc/use-imc.ts'
import { Main } from '#src/ui/parts/main.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { useDialogState } from '#src/ui/parts/use-dialog-state.ts'
import { useLoadedPart } from '#src/ui/parts/use-loaded-part.ts'
import { NoticeArea } from '#src/ui/shell/session-notice.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import '#src/ui/styles/entry.css'
import '#src/ui/styles/bundle-imc-login.css'

const SECTIONS = [
  ['users', 'Mis usuarios', 'Crear, editar, activar y desactivar.'],
  ['products', 'Mis productos', 'Paquetes, suscripciones y pantallas.'],
  ['requests', 'Mis solicitudes', 'Seguimiento de cada trámite.'],
] as const

const loadDialog = async () => (await import('#src/ui/imc/session/imc-login-dialog.tsx')).ImcLoginDialog

/**
 * Explains why the last session ended, or that the service did not confirm the sign-out. The notice
 * is visible until the user closes it or signs in.
 */
function SessionEndNotice() {
  const { session: sessionView } = useImc()
  const { endReason, signOutFailed } = useImcSession()
  const lead = endReason ?? (signOutFailed ? SIGN_OUT_NOT_SENT : null)
  if (lead === null) return null
  return (
    <NoticeArea>
      <Notice
        icon="clock"
        tone="warn"
        lead={lead}
        action={
          <button type="button" className="btn sec small" onClick={sessionView.dismissNotice}>
            Cerrar
          </button>
        }
      />
    </NoticeArea>
  )
}

/** Redirects a signed-in user to the address that required the login, or to the users (D69). */
function useEntryRedirect() {
  const { session } = useImcSession()
  const { returnAfterLogin } = useUseCases()
  const [, navigate] = useLocation()
  const isSignedIn = session !== null
  useEffect(() => {
    if (isSignedIn) navigate(returnAfterLogin.take(isForEntities) ?? SCREENS.imcUsers.path, { replace: true })
  }, [isSignedIn, navigate, returnAfterLogin])
}

function LazyLoginDialog(props: ComponentProps<typeof ImcLoginDialog>) {
  const LoginDialog = useLoadedPart(loadDialog)
  return LoginDialog && <LoginDialog {...props} />
}

/** The login page of the IMC area: its sections, and the login in a dialog. */
export function ImcLogin() {
  useEntryRedirect()
  const loginDialog = useDialogState<'login'>()
  return (
    <>
      <SessionEndNotice />
      <Main title={SCREENS.imcLogin.title}>
        <div className="grid12 entry">
          <div className="entry-side">
            <h1>Área de entidades</h1>
            <p className="entry-intro">Para intermediarios del mercado cambiario con pantallas suscritas.</p>
            <button
              type="button"
              className="btn pri entry-open"
              aria-haspopup="dialog"
              onClick={() => loginDialog.open('login')}
            >
              Iniciar Sesión
            </button>
            <ul className="entry-list">
              {SECTIONS.map(([icon, name, text]) => (
                <li key={icon}>
                  <EntityIcon name={icon} />
                  <b>{name}</b>
                  <span>{text}</span>
                </li>
              ))}
            </ul>
            <p className="entry-other">
              ¿Es cliente del servicio de datos? <Link href={SCREENS.login.path}>Inicie sesión de cliente</Link>
            </p>
          </div>
          <div className="entry-market">
            <MarketAside />
          </div>
        </div>
      </Main>
      {loginDialog.dialog && (
        <GuardedRegion key={loginDialog.key}>
          <LazyLoginDialog onClose={loginDialog.close} />
        </GuardedRegion>
      )}
    </>
  )
}
