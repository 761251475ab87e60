import type { FormEvent } from 'react'
import { Link } from 'wouter'

import type { LoginSnapshot, LoginView } from '#src/application/identity/login-view.ts'
import { CheckedSubmit } from '#src/ui/auth/checked-submit.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { useFieldFocus } from '#src/ui/auth/use-field-focus.ts'
import { CheckField } from '#src/ui/parts/check-field.tsx'
import { PasswordField } from '#src/ui/parts/password-field.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { PATHS } from '#src/ui/shell/routes.ts'

interface ErrorProps {
  readonly error: NonNullable<LoginSnapshot['error']>
  readonly onRetry: () => void
}

/** Why the last attempt failed (§8). */
const LoginError = ({ error: { message, retryStoring }, onRetry }: ErrorProps) => (
  <ResultNotice
    icon="warning"
    tone="err"
    lead={message}
    action={
      retryStoring && (
        <button type="button" className="btn sec small" onClick={onRetry}>
          Reintentar
        </button>
      )
    }
  />
)

interface Props {
  readonly view: LoginView
  readonly login: LoginSnapshot
}

/** User name, password and human check. */
export function LoginForm({ view, login }: Props) {
  const { values, errors, focus } = login.form
  const registerRef = useFieldFocus(focus)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    view.submit()
  }
  return (
    <form noValidate onSubmit={submit}>
      {login.error && <LoginError key={login.error.message} error={login.error} onRetry={view.retryStoring} />}
      <TextField
        ref={registerRef('username')}
        label="Usuario"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={values.username}
        error={errors.username ?? null}
        onChange={({ target }) => view.change({ username: target.value })}
        onBlur={() => view.blur('username')}
      />
      <PasswordField
        ref={registerRef('password')}
        label="Contraseña"
        name="password"
        autoComplete="current-password"
        value={values.password}
        error={errors.password ?? null}
        onChange={({ target }) => view.change({ password: target.value })}
        onBlur={() => view.blur('password')}
      />
      <div className="options">
        <CheckField
          name="remember"
          checked={values.remember}
          onChange={({ target }) => view.change({ remember: target.checked })}
        >
          Recordarme
        </CheckField>
        <Link href={PATHS.forgottenPassword}>¿Olvidó su contraseña?</Link>
      </div>
      <CheckedSubmit
        state={login}
        humanCheck={view.humanCheck}
        label="Iniciar sesión"
        busyLabel="Verificando…"
        busy={login.busy}
      />
      <p className="after">
        ¿Aún no tiene cuenta? <Link href={PATHS.registration}>Crear cuenta</Link>
      </p>
    </form>
  )
}
