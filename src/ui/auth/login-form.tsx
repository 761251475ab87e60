import { Link } from 'wouter'
import type { LoginSnapshot, LoginView } from '#src/application/identity/login.ts'

import { SCREENS } from '#src/application/navigation/screens.ts'
import type { LoginForm as LoginValues } from '#src/domain/identity/login.ts'
import { AuthForm } from '#src/ui/auth/auth-form.tsx'
import { HumanCheckSubmit } from '#src/ui/auth/human-check-submit.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { CheckField } from '#src/ui/parts/check-field.tsx'
import { PasswordField } from '#src/ui/parts/password-field.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import type { ValidatedForm } from '#src/ui/parts/use-validated-form.ts'

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
        <button type="button" className="btn sec small" onClick={onRetry}>
          Reintentar
        </button>
      )
    }
  >
    {detail}
  </ResultNotice>
)

interface Props {
  readonly view: LoginView
  readonly login: LoginSnapshot
  readonly state: ValidatedForm<LoginValues>
}

/** The form with user name, password and human check. */
export function LoginForm({ view, login, state: { form, bind, field } }: Props) {
  const submit = form.handleSubmit(view.submit)
  return (
    <AuthForm className="mt-5.5 grid" onSubmit={(event) => void submit(event)}>
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
        <CheckField {...bind('remember')}>Recordarme</CheckField>
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
