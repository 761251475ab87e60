import { useMachine } from '@xstate/react'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import type { RecoveryFailure } from '#src/application/identity/recover-password.ts'
import {
  RECOVERY_SENT,
  recoveryFailure,
  recoveryViolationMessage,
} from '#src/application/identity/recovery-messages.ts'
import { APOLOGY } from '#src/application/platform/apology.ts'
import { createCheckedRequestMachine } from '#src/domain/identity/checked-request-machine.ts'
import { recoveryViolation } from '#src/domain/identity/email.ts'
import { canSubmit } from '#src/domain/identity/human-check-machine.ts'
import { AsidePanel } from '#src/ui/auth/aside-panel.tsx'
import { CheckedSubmit } from '#src/ui/auth/checked-submit.tsx'
import { Frame } from '#src/ui/auth/frame.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { useCrashLog } from '#src/ui/auth/use-crash-log.ts'
import { useFieldErrors } from '#src/ui/auth/use-field-errors.ts'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { PATHS } from '#src/ui/shell/routes.ts'

const NEXT_STEPS = [
  'Le llega un correo con un enlace personal.',
  'El enlace abre la página donde define la contraseña nueva.',
  'Entra con ella. Las sesiones anteriores quedan cerradas.',
]

function useRecovery() {
  const { recoverPassword } = useIdentity()
  const [machine] = useState(() => createCheckedRequestMachine<string, void, RecoveryFailure>())
  const [snapshot, send, actor] = useMachine(machine, { input: recoverPassword })
  useCrashLog(actor)
  return { snapshot, send }
}

function RecoveryForm({ snapshot, send }: ReturnType<typeof useRecovery>) {
  const [email, setEmail] = useState('')
  const errors = useFieldErrors(['email'], () => {
    const violation = recoveryViolation(email)
    return violation && recoveryViolationMessage(violation)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (errors.check()) send({ type: 'SUBMIT', content: email })
  }
  const { answer } = snapshot.context
  return (
    <form noValidate onSubmit={submit}>
      {snapshot.matches('failed') && answer?.ok === false && (
        <ResultNotice
          icon="warning"
          tone="err"
          lead={APOLOGY}
          action={
            <button type="submit" className="btn sec small" disabled={!canSubmit(snapshot)}>
              Reintentar
            </button>
          }
        >
          {recoveryFailure(answer.error)}
        </ResultNotice>
      )}
      <TextField
        ref={errors.refOf('email')}
        type="email"
        label="Correo electrónico"
        name="email"
        autoComplete="email"
        value={email}
        error={errors.errorOf('email')}
        onChange={({ target }) => setEmail(target.value)}
        onBlur={() => errors.leave('email')}
      />
      <CheckedSubmit
        form={snapshot}
        onFact={send}
        label="Enviar"
        busyLabel="Enviando…"
        busy={snapshot.matches('sending')}
      />
    </form>
  )
}

/** Sends the link that sets a new password, and never tells whether the address has an account (D15). */
export function ForgottenPassword() {
  const recovery = useRecovery()
  return (
    <Frame
      title="Recupere su contraseña"
      intro="Escriba el correo con el que se registró."
      aside={
        <AsidePanel title="Qué sigue">
          <ol className="steps">
            {NEXT_STEPS.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </AsidePanel>
      }
    >
      {recovery.snapshot.matches('done') ? (
        <div className="outcome">
          <ResultNotice icon="check" tone="ok" lead={RECOVERY_SENT} />
        </div>
      ) : (
        <RecoveryForm {...recovery} />
      )}
      <p className="after">
        <Link href={PATHS.login}>Volver a iniciar sesión</Link>
      </p>
    </Frame>
  )
}
