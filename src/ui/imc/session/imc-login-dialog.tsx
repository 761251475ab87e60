import { useSelector } from '@xstate/react'
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { createImcLoginView } from '#src/application/imc/session/imc-login-view.ts'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { useImc } from '#src/ui/imc/use-imc.ts'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { PasswordField } from '#src/ui/parts/password-field.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'

interface Props {
  readonly onClose: () => void
}

/**
 * The login with entity, user name and password (§2.5). If the user has to change the password,
 * navigates to the password change.
 */
export function ImcLoginDialog({ onClose }: Props) {
  const { createView } = useImc()
  const [, navigate] = useLocation()
  const [view] = useState(() => createView(createImcLoginView))
  const { busy, error, pendingUserId } = useSelector(view, (state) => state)
  const { form, field } = useValidatedForm(view, { entity: '', username: '', password: '' })
  const formId = useId()
  const submit = form.handleSubmit(view.submit)
  const password = field('password')
  const fieldError = error?.position === 'field' ? error.text : null

  useEffect(() => {
    if (pendingUserId !== null) navigate(`/imc/ChangePassword/${encodeURIComponent(pendingUserId)}`)
  }, [pendingUserId, navigate])

  return (
    <Dialog
      title="Iniciar Sesión"
      context="Área de entidades"
      size="login"
      busy={busy}
      onClose={onClose}
      actions={
        <button type="submit" form={formId} className="btn pri wide" aria-busy={busy}>
          {busy ? 'Verificando…' : 'Entrar'}
        </button>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
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
