import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import {
  type LoginDestination,
  type LoginSnapshot,
  type LoginView,
  SESSION_ACTIVE,
  SESSION_ACTIVE_OFFER,
} from '#src/application/identity/login.ts'
import { isForClients } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { LoginForm as LoginValues } from '#src/domain/identity/login.ts'
import { AuthForm, Frame } from '#src/ui/auth/frame.tsx'
import { HumanCheckSubmit } from '#src/ui/auth/human-check.tsx'
import { MarketAside } from '#src/ui/auth/market-aside.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { CheckField } from '#src/ui/parts/check-field.tsx'
import { lazyPart } from '#src/ui/parts/lazy-part.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { PasswordField } from '#src/ui/parts/password-field.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { useValidatedForm, type ValidatedForm } from '#src/ui/parts/use-validated-form.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

const DESTINATIONS: Readonly<Record<LoginDestination, string>> = {
  dashboard: SCREENS.dashboard.path,
  'new-password': SCREENS.expiredPassword.path,
}

/**
 * Navigates to the destination of the login, before the route guard redirects to the home. If a
 * guarded address required the login, navigates to that address instead of the dashboard (D69).
 */
function useLoginDestination(view: LoginView): void {
  const [, navigate] = useLocation()
  const { returnAfterLogin } = usePortal()
  useEffect(() => {
    // Not in an effect after the render: the guard would then navigate, too.
    const { unsubscribe } = view.subscribe(({ destination }) => {
      if (!destination) return
      unsubscribe()
      const address = destination === 'dashboard' ? returnAfterLogin.take(isForClients) : null
      navigate(address ?? DESTINATIONS[destination], { replace: true })
    })
    return unsubscribe
  }, [view, navigate, returnAfterLogin])
}

interface StepProps {
  readonly view: LoginView
  readonly login: LoginSnapshot
}

/** Offers to end the user's other session, after a new human check (D5). */
const SessionActive = ({ view, login }: StepProps) => (
  <div className="mt-5.5 grid">
    <ResultNotice icon="warning" tone="err" lead={SESSION_ACTIVE}>
      {SESSION_ACTIVE_OFFER}
    </ResultNotice>
    <HumanCheckSubmit
      state={login}
      humanCheck={view.humanCheck}
      label="Cerrar la otra sesión y entrar"
      busyLabel="Verificando…"
      busy={login.busy}
      onPress={view.takeOver}
    />
    <Button variant="secondary" className="w-full" disabled={login.busy} onClick={view.cancel}>
      Cancelar
    </Button>
  </div>
)

interface ErrorProps {
  readonly error: NonNullable<LoginSnapshot['error']>
  readonly onRetry: () => void
}

/** The error of the last login attempt (§8). */
const LoginError = ({ error: { message, detail, canRetryStoring }, onRetry }: ErrorProps) => (
  <ResultNotice
    icon="warning"
    tone="err"
    lead={message}
    action={
      canRetryStoring && (
        <Button variant="secondary" size="small" onClick={onRetry}>
          Reintentar
        </Button>
      )
    }
  >
    {detail}
  </ResultNotice>
)

interface FormProps extends StepProps {
  readonly state: ValidatedForm<LoginValues>
}

/** The form with user name, password and human check. */
function LoginForm({ view, login, state: { field, onSubmit } }: FormProps) {
  return (
    <AuthForm className="mt-5.5 grid" onSubmit={onSubmit(view.submit)}>
      {login.error && <LoginError key={login.error.message} error={login.error} onRetry={view.retryStoring} />}
      <TextField
        label="Usuario"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('username')}
      />
      <PasswordField label="Contraseña" autoComplete="current-password" {...field('password')} />
      <div className="mb-4.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
        <CheckField {...field('remember')}>Recordarme</CheckField>
        <Link href={SCREENS.forgottenPassword.path}>¿Olvidó su contraseña?</Link>
      </div>
      <HumanCheckSubmit
        state={login}
        humanCheck={view.humanCheck}
        label="Iniciar sesión"
        busyLabel="Verificando…"
        busy={login.busy}
      />
      <p className="mt-0.5 text-sm text-ink-soft">
        ¿Aún no tiene cuenta? <Link href={SCREENS.registration.path}>Crear cuenta</Link>
      </p>
    </AuthForm>
  )
}

/** The code of the second factor. It is loaded on demand, because few logins show it. */
const FactorCode = lazyPart(async () => (await import('#src/ui/auth/factor-code.tsx')).FactorCode)

/** The current step of the login. */
function Step({ view, login, state }: FormProps) {
  if (login.factor !== null)
    return (
      <FactorCode
        factor={login.factor}
        busy={login.busy}
        onSend={view.sendCode}
        onUsePasskey={view.usePasskey}
        onBack={view.cancel}
      />
    )
  return login.step === 'session-active' ? (
    <SessionActive view={view} login={login} />
  ) : (
    <LoginForm view={view} login={login} state={state} />
  )
}

/** The dialog of the terms. It is loaded on demand, because few logins show it. */
const TermsDialog = lazyPart(async () => (await import('#src/ui/auth/terms-dialog.tsx')).TermsDialog)

/** The client login (§2.3). */
export function Login() {
  const { createLoginView } = useIdentity()
  const [view] = useState(createLoginView)
  const login = useSelector(view, (state) => state)
  useLoginDestination(view)
  // The form state is here, so that the typed values are not lost while SessionActive is shown.
  const form = useValidatedForm(view, view.initialForm)
  return (
    <Frame
      title={SCREENS.login.title}
      intro="Precios, montos y gráficas del dólar en tiempo real."
      aside={<MarketAside />}
    >
      <Step view={view} login={login} state={form} />
      {login.terms && (
        <GuardedRegion>
          <TermsDialog view={view} terms={login.terms} />
        </GuardedRegion>
      )}
    </Frame>
  )
}
