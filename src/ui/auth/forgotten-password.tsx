import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { RECOVERY_SENT, type RecoverySnapshot, type RecoveryView } from '#src/application/identity/recovery.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { APOLOGY } from '#src/application/platform/apology.ts'
import { AsidePanel, AuthForm, Frame } from '#src/ui/auth/frame.tsx'
import { HumanCheckSubmit } from '#src/ui/auth/human-check.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'

const NEXT_STEPS = [
  'Le llega un correo con un enlace personal.',
  'El enlace abre la página donde define la contraseña nueva.',
  'Entra con ella. Las sesiones anteriores quedan cerradas.',
]

interface Props {
  readonly view: RecoveryView
  readonly recovery: RecoverySnapshot
}

function RecoveryForm({ view, recovery }: Props) {
  const { field, onSubmit } = useValidatedForm(view, { email: '' })
  return (
    <AuthForm className="mt-5.5 grid" onSubmit={onSubmit(view.submit)}>
      {recovery.error !== null && (
        <ResultNotice
          icon="warning"
          tone="err"
          lead={APOLOGY}
          action={
            <Button type="submit" variant="secondary" size="small" disabled={!recovery.canSubmit}>
              Reintentar
            </Button>
          }
        >
          {recovery.error}
        </ResultNotice>
      )}
      <TextField type="email" label="Correo electrónico" autoComplete="email" {...field('email')} />
      <HumanCheckSubmit
        state={recovery}
        humanCheck={view.humanCheck}
        label="Enviar"
        busyLabel="Enviando…"
        busy={recovery.busy}
      />
    </AuthForm>
  )
}

/** Requests a recovery link. Known and unknown mail addresses have the same result (D15). */
export function ForgottenPassword() {
  const { createRecoveryView } = useIdentity()
  const [view] = useState(createRecoveryView)
  const recovery = useSelector(view, (state) => state)
  return (
    <Frame
      title={SCREENS.forgottenPassword.title}
      intro="Escriba el correo con el que se registró."
      aside={
        <AsidePanel title="Qué sigue">
          <ol className="[counter-reset:step]">
            {NEXT_STEPS.map((step) => (
              <li
                key={step}
                className="grid [counter-increment:step] grid-cols-[20px_1fr] gap-x-3 border-t border-line py-3 text-sm before:font-600 before:text-muted before:content-[counter(step)] first:border-t-0"
              >
                {step}
              </li>
            ))}
          </ol>
        </AsidePanel>
      }
    >
      {recovery.step === 'sent' ? (
        <div className="mt-5.5">
          <ResultNotice icon="check" tone="ok" lead={RECOVERY_SENT} />
        </div>
      ) : (
        <RecoveryForm view={view} recovery={recovery} />
      )}
      <p className="mt-0.5 text-sm text-ink-soft">
        <Link href={SCREENS.login.path}>Volver a iniciar sesión</Link>
      </p>
    </Frame>
  )
}
