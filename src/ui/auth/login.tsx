import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { SCREENS } from '#src/application/navigation/screens.ts'

import { Frame } from '#src/ui/auth/frame.tsx'
import { LoginForm } from '#src/ui/auth/login-form.tsx'
import { MarketAside } from '#src/ui/auth/market-aside.tsx'
import { SessionActive } from '#src/ui/auth/session-active.tsx'
import { TermsStep } from '#src/ui/auth/terms-step.tsx'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { useLoginDestination } from '#src/ui/auth/use-login-destination.ts'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'

/** The client login (§2.3). */
export function Login() {
  const { createLoginView } = useIdentity()
  const [view] = useState(createLoginView)
  const login = useSelector(view, (state) => state)
  useLoginDestination(view)
  // The form state is here, so that the typed values are not lost while SessionActive is shown.
  const form = useValidatedForm(view, view.initialForm)
  return (
    <Frame
      title={SCREENS.login.title}
      intro="Precios, montos y gráficas del dólar en tiempo real."
      aside={<MarketAside />}
    >
      {login.step === 'session-active' ? (
        <SessionActive view={view} login={login} />
      ) : (
        <LoginForm view={view} login={login} state={form} />
      )}
      {login.terms && <TermsStep view={view} terms={login.terms} />}
    </Frame>
  )
}
