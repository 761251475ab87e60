import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { FIRST_PASSWORD_HINT, type NewPasswordView, PASSWORD_HINT } from '#src/application/identity/password.ts'
import { passwordRuleStates } from '#src/domain/identity/password.ts'
import { AsidePanel } from '#src/ui/auth/aside-panel.tsx'
import { AuthForm } from '#src/ui/auth/auth-form.tsx'
import { Frame } from '#src/ui/auth/frame.tsx'
import { PasswordRules } from '#src/ui/auth/password-rules.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { StrengthMeter } from '#src/ui/auth/strength-meter.tsx'
import { SubmitButton } from '#src/ui/auth/submit-button.tsx'
import { PasswordField } from '#src/ui/parts/password-field.tsx'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'

interface Props {
  readonly title: string
  readonly intro: string
  readonly view: NewPasswordView
  /** Shown below the button. */
  readonly footer: ReactNode
  /** Shown below the rules. */
  readonly asideFooter?: ReactNode
  /** The account has no password yet. */
  readonly isFirst?: boolean
  /** The user name of the account, for password managers. */
  readonly username?: string
}

/** The form of a new password: two fields, a strength meter and the rules. */
export function NewPasswordForm({ title, intro, view, footer, asideFooter, isFirst = false, username }: Props) {
  const { busy, error } = useSelector(view, (state) => state)
  const { form, field } = useValidatedForm(view, { password: '', repeat: '' })
  const { password, repeat } = useWatch({ control: form.control, compute: (values) => values })
  const rulesId = useId()
  const submit = form.handleSubmit(view.submit)
  return (
    <Frame
      title={title}
      intro={intro}
      aside={
        <>
          <AsidePanel title="Qué debe cumplir">
            <PasswordRules
              id={rulesId}
              rules={passwordRuleStates(password, repeat)}
              hint={isFirst ? FIRST_PASSWORD_HINT : PASSWORD_HINT}
            />
          </AsidePanel>
          {asideFooter}
        </>
      }
    >
      <AuthForm className="mt-5.5 grid" onSubmit={(event) => void submit(event)}>
        {error !== null && (
          <ResultNotice icon="warning" tone="err" lead={error.message}>
            {error.detail}
          </ResultNotice>
        )}
        {username !== undefined && (
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        )}
        <PasswordField
          label="Nueva contraseña"
          autoComplete="new-password"
          descriptionIds={rulesId}
          {...field('password')}
        />
        <StrengthMeter password={password} />
        <PasswordField label="Repetir contraseña" autoComplete="new-password" {...field('repeat')} />
        <div className="mt-0.5 mb-4.5">
          <SubmitButton label="Cambiar contraseña" busyLabel="Guardando…" busy={busy} />
        </div>
        <p className="mt-0.5 text-sm text-ink-soft">{footer}</p>
      </AuthForm>
    </Frame>
  )
}
