import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  NOT_REGISTERED,
  REGISTERED,
  type RegistrationSnapshot,
  type RegistrationView,
} from '#src/application/identity/registration.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { AuthForm } from '#src/ui/auth/frame.tsx'
import { HumanCheckSubmit } from '#src/ui/auth/human-check.tsx'
import {
  ConsentBlock,
  ContactBlock,
  EnterpriseBlock,
  PersonBlock,
  ProductBlock,
  useRegistrationForm,
} from '#src/ui/auth/registration-blocks.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { useConfig } from '#src/ui/portal/config-context.tsx'

interface Props {
  readonly view: RegistrationView
  readonly registration: RegistrationSnapshot
}

function RegistrationForm({ view, registration }: Props) {
  const state = useRegistrationForm(view)
  return (
    <AuthForm className="mt-6.5" onSubmit={state.onSubmit(view.submit)}>
      <PersonBlock {...state} />
      <EnterpriseBlock {...state} />
      <ContactBlock {...state} />
      <ProductBlock {...state} />
      <ConsentBlock {...state} />
      <div className="grid gap-x-grid gap-y-3 border-t-2 border-rule pt-5 print:break-inside-avoid md:grid-cols-[4fr_7fr_1fr]">
        <div className="md:col-[2]">
          {registration.error !== null && (
            <ResultNotice icon="warning" tone="err" lead={NOT_REGISTERED}>
              {registration.error}
            </ResultNotice>
          )}
          <div className="max-w-form">
            <HumanCheckSubmit
              state={registration}
              humanCheck={view.humanCheck}
              label="Registrarme"
              busyLabel="Enviando…"
              busy={registration.busy}
            />
          </div>
          <p className="mt-0.5 text-sm text-ink-soft">
            ¿Ya tiene cuenta? <Link href={SCREENS.login.path}>Inicie sesión</Link>
          </p>
        </div>
      </div>
    </AuthForm>
  )
}

/** The form that requests a demo or an account (§2.3). */
export function Registration() {
  const { createRegistrationView } = useIdentity()
  const { countries } = useConfig()
  const [view] = useState(() => createRegistrationView(countries))
  const registration = useSelector(view, (state) => state)
  return (
    <Main title={SCREENS.registration.title}>
      <div className="pt-9 max-sm:pt-5.5">
        <h1>{SCREENS.registration.title}</h1>
        {registration.step === 'done' ? (
          <div className="mt-6 grid min-h-[40vh] max-w-[640px] content-start justify-items-start">
            <ResultNotice icon="check" tone="ok" lead={REGISTERED}>
              Un asesor se comunicará con usted.
            </ResultNotice>
            <Link className={buttonClass({ variant: 'secondary' })} href={SCREENS.home.path}>
              Volver al inicio
            </Link>
          </div>
        ) : (
          <>
            <p className="mt-1.5 max-w-[76ch] text-ink-soft">
              Complete sus datos y un asesor se comunicará con usted. Todos los campos son obligatorios.
            </p>
            <RegistrationForm view={view} registration={registration} />
          </>
        )}
      </div>
    </Main>
  )
}
