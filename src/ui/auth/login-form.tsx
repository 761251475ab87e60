import type { FormEvent } from 'react'
import { Link } from 'wouter'

import { loginViolationMessage } from '#src/application/identity/login-messages.ts'
import type { LoginForm as Typed } from '#src/domain/identity/login.ts'
import { type LoginField, loginViolations } from '#src/domain/identity/login-form.ts'
import { CheckedSubmit } from '#src/ui/auth/checked-submit.tsx'
import { LoginResultNotice } from '#src/ui/auth/login-result.tsx'
import { useFieldErrors } from '#src/ui/auth/use-field-errors.ts'
import type { RunningLogin } from '#src/ui/auth/use-login.ts'
import { CheckField } from '#src/ui/parts/check-field.tsx'
import { PasswordField } from '#src/ui/parts/password-field.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { PATHS } from '#src/ui/shell/routes.ts'

const FIELDS: readonly LoginField[] = ['username', 'password']

interface Props extends RunningLogin {
  readonly typed: Typed
  readonly onType: (typed: Typed) => void
}

/** User name, password, the human check. What was typed stays, whatever comes of it. */
export function LoginForm({ snapshot, send, typed, onType }: Props) {
  const violations = loginViolations(typed)
  const errors = useFieldErrors(FIELDS, (field) => {
    const violation = violations[field]
    return violation ? loginViolationMessage(field, violation) : null
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (errors.check()) send({ type: 'SUBMIT', ...typed })
  }
  const { result } = snapshot.context
  return (
    <form noValidate onSubmit={submit}>
      <LoginResultNotice
        result={snapshot.matches('submitting') ? { kind: 'none' } : result}
        onKeep={() => send({ type: 'RETRY' })}
      />
      <TextField
        ref={errors.refOf('username')}
        label="Usuario"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={typed.username}
        error={errors.errorOf('username')}
        onChange={({ target }) => onType({ ...typed, username: target.value })}
        onBlur={() => errors.leave('username')}
      />
      <PasswordField
        ref={errors.refOf('password')}
        label="Contraseña"
        name="password"
        autoComplete="current-password"
        value={typed.password}
        error={errors.errorOf('password')}
        onChange={({ target }) => onType({ ...typed, password: target.value })}
        onBlur={() => errors.leave('password')}
      />
      <div className="options">
        <CheckField
          name="remember"
          checked={typed.remember}
          onChange={({ target }) => onType({ ...typed, remember: target.checked })}
        >
          Recordarme
        </CheckField>
        <Link href={PATHS.forgottenPassword}>¿Olvidó su contraseña?</Link>
      </div>
      <CheckedSubmit
        form={snapshot}
        onFact={send}
        label="Iniciar sesión"
        busyLabel="Verificando…"
        busy={!(snapshot.hasTag('open') || snapshot.matches('not-stored'))}
      />
      <p className="after">
        ¿Aún no tiene cuenta? <Link href={PATHS.registration}>Crear cuenta</Link>
      </p>
    </form>
  )
}
