import { type FormEvent, type ReactNode, useId } from 'react'

import type { NewPasswordView } from '#src/application/identity/new-password-view.ts'
import { AsidePanel } from '#src/ui/auth/aside-panel.tsx'
import { Frame } from '#src/ui/auth/frame.tsx'
import { PasswordRules } from '#src/ui/auth/password-rules.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { StrengthMeter } from '#src/ui/auth/strength-meter.tsx'
import { SubmitButton } from '#src/ui/auth/submit-button.tsx'
import { useFieldFocus } from '#src/ui/auth/use-field-focus.ts'
import { PasswordField } from '#src/ui/parts/password-field.tsx'
import { useView } from '#src/ui/shell/use-view.ts'

interface Props {
  readonly title: string
  readonly intro: string
  readonly view: NewPasswordView
  /** Below the button. */
  readonly after: ReactNode
  /** Below the rules. */
  readonly more?: ReactNode
  /** For password managers: the user name of this password. */
  readonly username?: string
}

/** Two fields of a new password, with strength meter and rules. */
export function PasswordPair({ title, intro, view, after, more, username }: Props) {
  const { form, busy, error } = useView(view)
  const { values, errors, focus } = form
  const rulesId = useId()
  const registerRef = useFieldFocus(focus)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    view.submit()
  }
  return (
    <Frame
      title={title}
      intro={intro}
      aside={
        <>
          <AsidePanel title="Qué debe cumplir">
            <PasswordRules id={rulesId} rules={form.rules} />
          </AsidePanel>
          {more}
        </>
      }
    >
      <form noValidate onSubmit={submit}>
        {error !== null && <ResultNotice icon="warning" tone="err" lead={error} />}
        {username !== undefined && (
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        )}
        <PasswordField
          ref={registerRef('password')}
          label="Nueva contraseña"
          name="new-password"
          autoComplete="new-password"
          explainedBy={rulesId}
          value={values.password}
          error={errors.password ?? null}
          onChange={({ target }) => view.change({ password: target.value })}
          onBlur={() => view.blur('password')}
        />
        <StrengthMeter password={values.password} />
        <PasswordField
          ref={registerRef('repeat')}
          label="Repetir contraseña"
          name="repeat-password"
          autoComplete="new-password"
          value={values.repeat}
          error={errors.repeat ?? null}
          onChange={({ target }) => view.change({ repeat: target.value })}
          onBlur={() => view.blur('repeat')}
        />
        <SubmitButton label="Cambiar contraseña" busyLabel="Guardando…" busy={busy} />
        <p className="after">{after}</p>
      </form>
    </Frame>
  )
}
