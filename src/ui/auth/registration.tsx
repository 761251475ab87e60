import { useMachine } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { NOT_REGISTERED, REGISTERED } from '#src/application/identity/registration-messages.ts'
import { requestFailure } from '#src/application/platform/apology.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import { createCheckedRequestMachine } from '#src/domain/identity/checked-request-machine.ts'
import { type RegistrationRecord, registrationRecord } from '#src/domain/identity/registration.ts'
import { CheckedSubmit } from '#src/ui/auth/checked-submit.tsx'
import {
  ConsentBlock,
  ContactBlock,
  EnterpriseBlock,
  ProductBlock,
  WhoBlock,
} from '#src/ui/auth/registration-blocks.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { useCrashLog } from '#src/ui/auth/use-crash-log.ts'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { useRegistrationForm } from '#src/ui/auth/use-registration-form.ts'
import { Main } from '#src/ui/parts/main.tsx'
import { PATHS } from '#src/ui/shell/routes.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import '#src/ui/styles/auth.css'

const TITLE = 'Solicite su demo o su cuenta'

function useSending() {
  const { register } = useIdentity()
  const [machine] = useState(() => createCheckedRequestMachine<RegistrationRecord, void, GatewayFailure>())
  const [snapshot, send, actor] = useMachine(machine, { input: register })
  useCrashLog(actor)
  return { snapshot, send }
}

function RegistrationForm({ snapshot, send }: ReturnType<typeof useSending>) {
  const { now } = useUseCases()
  const state = useRegistrationForm()
  const submit = state.form.handleSubmit((typed) => {
    const record = registrationRecord(typed, now(), state.countries)
    if (record.ok) send({ type: 'SUBMIT', content: record.value })
  })
  const { answer } = snapshot.context
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <WhoBlock {...state} />
      <EnterpriseBlock {...state} />
      <ContactBlock {...state} />
      <ProductBlock {...state} />
      <ConsentBlock {...state} />
      <div className="send">
        <div>
          {snapshot.matches('failed') && answer?.ok === false && (
            <ResultNotice icon="warning" tone="err" lead={NOT_REGISTERED}>
              {requestFailure(answer.error)}
            </ResultNotice>
          )}
          <CheckedSubmit
            form={snapshot}
            onFact={send}
            label="Registrarme"
            busyLabel="Enviando…"
            busy={snapshot.matches('sending')}
          />
          <p className="after">
            ¿Ya tiene cuenta? <Link href={PATHS.login}>Inicie sesión</Link>
          </p>
        </div>
      </div>
    </form>
  )
}

/** Asks for a demo or an account (§2.3). */
export function Registration() {
  const sending = useSending()
  const done = sending.snapshot.matches('done')
  return (
    <Main title={TITLE}>
      <div className="registration">
        <h1>{TITLE}</h1>
        {done ? (
          <div className="outcome">
            <ResultNotice icon="check" tone="ok" lead={REGISTERED}>
              Un asesor se comunicará con usted.
            </ResultNotice>
            <Link className="btn sec" href={PATHS.home}>
              Volver al inicio
            </Link>
          </div>
        ) : (
          <>
            <p className="intro">
              Complete sus datos y un asesor se comunicará con usted. Todos los campos son obligatorios.
            </p>
            <RegistrationForm {...sending} />
          </>
        )}
      </div>
    </Main>
  )
}
