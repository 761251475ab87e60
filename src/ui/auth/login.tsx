import { useState } from 'react'

import type { LoginForm as Typed } from '#src/domain/identity/login.ts'
import { Frame } from '#src/ui/auth/frame.tsx'
import { LoginForm } from '#src/ui/auth/login-form.tsx'
import { MarketAside } from '#src/ui/auth/market-aside.tsx'
import { SessionActive } from '#src/ui/auth/session-active.tsx'
import { TermsStep } from '#src/ui/auth/terms-step.tsx'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { useLogin } from '#src/ui/auth/use-login.ts'

function useTyped() {
  const { rememberedUsername } = useIdentity()
  return useState<Typed>(() => {
    const username = rememberedUsername()
    return { username: username ?? '', password: '', remember: username !== null }
  })
}

/** The clients' way in (§2.3). */
export function Login() {
  const [typed, type] = useTyped()
  const login = useLogin()
  const { snapshot } = login
  const takingOver =
    snapshot.matches('session-active') ||
    (snapshot.matches('submitting') && snapshot.context.attempt?.takeover === true)
  return (
    <Frame title="Inicie sesión" intro="Precios, montos y gráficas del dólar en tiempo real." aside={<MarketAside />}>
      {takingOver ? <SessionActive {...login} /> : <LoginForm {...login} typed={typed} onType={type} />}
      {snapshot.matches('terms-pending') && <TermsStep terms={snapshot.children.terms} />}
    </Frame>
  )
}
