import { useSelector } from '@xstate/react'
import { useEffect, useId, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { SIGN_OUT_NOT_SENT } from '#src/application/identity/identity.ts'
import { isForEntities, toPath } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { FactorCode } from '#src/ui/auth/factor-code.tsx'
import { MarketAside } from '#src/ui/auth/market-aside.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { EntityIcon } from '#src/ui/imc/entity-links.tsx'
import { useImc, useImcSession } from '#src/ui/imc/use-imc.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { PasswordField } from '#src/ui/parts/password-field.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { useDialogState } from '#src/ui/parts/use-dialog-state.ts'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { NoticeArea } from '#src/ui/shell/notices.tsx'

interface DialogProps {
  readonly onClose: () => void
}

/**
 * The login with entity, user name and password (§2.5). If the user has to change the password,
 * navigates to the password change.
 */
function ImcLoginDialog({ onClose }: DialogProps) {
  const { createLogin } = useImc()
  const [, navigate] = useLocation()
  const [view] = useState(() => createLogin())
  const { busy, error, factor, mustSetUpFactor, pendingUserId } = useSelector(view, (state) => state)
  const { field, onSubmit } = useValidatedForm(view, { entity: '', username: '', password: '' })
  const formId = useId()
  const password = field('password')
  const fieldError = error?.position === 'field' ? error.text : null

  useEffect(() => {
    if (pendingUserId !== null) navigate(toPath('imcPassword', { userId: pendingUserId }))
  }, [pendingUserId, navigate])

  useEffect(() => {
    if (mustSetUpFactor) navigate(SCREENS.imcFactorSetup.path)
  }, [mustSetUpFactor, navigate])

  if (factor !== null) {
    return (
      <Dialog title="Iniciar Sesión" context="Área de entidades" size="login" busy={busy} onClose={onClose}>
        <FactorCode
          factor={factor}
          busy={busy}
          onSend={view.sendCode}
          onUsePasskey={view.usePasskey}
          onBack={view.cancel}
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      title="Iniciar Sesión"
      context="Área de entidades"
      size="login"
      busy={busy}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary" className="w-full" aria-busy={busy}>
          {busy ? 'Verificando…' : 'Entrar'}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit(view.submit)}>
        {error?.position === 'box' && (
          <ResultNotice key={error.text.message} icon="warning" tone="err" lead={error.text.message}>
            {error.text.detail}
          </ResultNotice>
        )}
        <TextField label="Entidad" autoComplete="organization" spellCheck={false} {...field('entity')} />
        <TextField
          label="Nombre de usuario"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
        />
        <PasswordField
          label="Clave"
          autoComplete="current-password"
          {...password}
          error={password.error ?? (fieldError && [fieldError.message, fieldError.detail].filter(Boolean).join('. '))}
        />
      </form>
    </Dialog>
  )
}

const SECTIONS = [
  ['users', 'Mis usuarios', 'Crear, editar, activar y desactivar.'],
  ['packages', 'Mis productos', 'Paquetes, suscripciones y pantallas.'],
  ['requests', 'Mis solicitudes', 'Seguimiento de cada solicitud.'],
] as const

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
          <Button variant="secondary" size="small" onClick={sessionView.dismissNotice}>
            Cerrar
          </Button>
        }
      />
    </NoticeArea>
  )
}

/** Redirects a signed-in user to the address that required the login, or to the users (D69). */
function useEntryRedirect() {
  const { session } = useImcSession()
  const { returnAfterLogin } = usePortal()
  const [, navigate] = useLocation()
  const isSignedIn = session !== null
  useEffect(() => {
    if (isSignedIn) navigate(returnAfterLogin.take(isForEntities) ?? SCREENS.imcUsers.path, { replace: true })
  }, [isSignedIn, navigate, returnAfterLogin])
}

/** The login page of the IMC area: its sections, and the login in a dialog. */
export function ImcLogin() {
  useEntryRedirect()
  const loginDialog = useDialogState<'login'>()
  return (
    <>
      <div role="status">
        <SessionEndNotice />
      </div>
      <Main title={SCREENS.imcLogin.title}>
        <div className="grid12 pt-10 max-sm:pt-6">
          <div className="md:col-span-5">
            <h1>Área de entidades</h1>
            <p className="mt-1.5 max-w-[46ch] text-ink-soft">
              Para intermediarios del mercado cambiario con pantallas suscritas.
            </p>
            <Button
              variant="primary"
              className="mt-5.5 min-w-50 max-sm:w-full"
              aria-haspopup="dialog"
              onClick={() => loginDialog.open('login')}
            >
              Iniciar Sesión
            </Button>
            <ul className="mt-7 max-w-form border-t border-line max-sm:max-w-none">
              {SECTIONS.map(([icon, name, text]) => (
                <li
                  key={icon}
                  className="grid grid-cols-[16px_1fr] gap-x-3 gap-y-0.5 border-b border-line py-2.75 text-sm"
                >
                  <EntityIcon name={icon} className="mt-0.5 text-muted" />
                  <b>{name}</b>
                  <span className="col-start-2 text-muted">{text}</span>
                </li>
              ))}
            </ul>
            <p className="mt-4 text-sm text-ink-soft">
              ¿Es cliente del servicio de datos? <Link href={SCREENS.login.path}>Inicie sesión de cliente</Link>
            </p>
          </div>
          <div className="md:col-[7/span_6]">
            <MarketAside />
          </div>
        </div>
      </Main>
      {loginDialog.dialog && (
        <GuardedRegion key={loginDialog.key}>
          <ImcLoginDialog onClose={loginDialog.close} />
        </GuardedRegion>
      )}
    </>
  )
}
