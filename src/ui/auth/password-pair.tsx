import { type FormEvent, type ReactNode, useId, useState } from 'react'

import type { PasswordMessage } from '#src/application/identity/password-messages.ts'
import { fieldOfViolation, type PasswordField as Name, passwordViolations } from '#src/domain/identity/password.ts'
import { AsidePanel } from '#src/ui/auth/aside-panel.tsx'
import { Frame } from '#src/ui/auth/frame.tsx'
import { PasswordRules } from '#src/ui/auth/password-rules.tsx'
import { StrengthMeter } from '#src/ui/auth/strength-meter.tsx'
import { SubmitButton } from '#src/ui/auth/submit-button.tsx'
import { useFieldErrors } from '#src/ui/auth/use-field-errors.ts'
import { PasswordField } from '#src/ui/parts/password-field.tsx'

const FIELDS: readonly Name[] = ['password', 'repeat']

interface Props {
  readonly title: string
  readonly intro: string
  readonly messageOf: PasswordMessage
  readonly busy: boolean
  readonly onSubmit: (password: string, repeat: string) => void
  /** What came of the last try. */
  readonly result: ReactNode
  /** Below the button. */
  readonly after: ReactNode
  /** Below the rules. */
  readonly more?: ReactNode
  /** For password managers: whose password this is. */
  readonly username?: string
}

/** Sets a new password, twice typed, with its meter and its rules as they are met. */
export function PasswordPair({ title, intro, messageOf, busy, onSubmit, result, after, more, username }: Props) {
  const [typed, setTyped] = useState({ password: '', repeat: '' })
  const rulesId = useId()
  const violations = passwordViolations(typed.password, typed.repeat)
  const errors = useFieldErrors(FIELDS, (field) => {
    const violation = violations.find((broken) => fieldOfViolation(broken) === field)
    if (violation) return messageOf(violation)
    return typed[field] === '' ? messageOf({ code: 'empty', field }) : null
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && errors.check()) onSubmit(typed.password, typed.repeat)
  }
  return (
    <Frame
      title={title}
      intro={intro}
      aside={
        <>
          <AsidePanel title="Qué debe cumplir">
            <PasswordRules id={rulesId} {...typed} />
          </AsidePanel>
          {more}
        </>
      }
    >
      <form noValidate onSubmit={submit}>
        {result}
        {username !== undefined && (
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        )}
        <PasswordField
          ref={errors.refOf('password')}
          label="Nueva contraseña"
          name="new-password"
          autoComplete="new-password"
          explainedBy={rulesId}
          value={typed.password}
          error={errors.errorOf('password')}
          onChange={({ target }) => setTyped({ ...typed, password: target.value })}
          onBlur={() => errors.leave('password')}
        />
        <StrengthMeter password={typed.password} />
        <PasswordField
          ref={errors.refOf('repeat')}
          label="Repetir contraseña"
          name="repeat-password"
          autoComplete="new-password"
          value={typed.repeat}
          error={errors.errorOf('repeat')}
          onChange={({ target }) => setTyped({ ...typed, repeat: target.value })}
          onBlur={() => errors.leave('repeat')}
        />
        <SubmitButton label="Cambiar contraseña" busyLabel="Guardando…" busy={busy} />
        <p className="after">{after}</p>
      </form>
    </Frame>
  )
}
