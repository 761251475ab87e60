import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AuthGateway, HumanCheck, HumanCheckListener } from '#src/application/identity/ports.ts'

import { ok } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { createClient } from '#tests/support/client.ts'
import { findField, getButton, openAuthPortal, press, type } from '#tests/ui/auth/auth-portal.tsx'

test('a human check that loses its proof while the password has the focus does not move the focus', async () => {
  const { clock, identity } = createClient()
  const listeners: HumanCheckListener[] = []
  const humanCheck: HumanCheck = {
    kind: 'widget',
    show: (_, listener) => {
      listeners.push(listener)
      return () => undefined
    },
  }
  const auth: AuthGateway = { ...identity.auth, signIn: async () => ok({ kind: 'invalid' }) }
  await openAuthPortal({ ports: { identity: async () => ({ ...identity, auth, humanCheck }) } })
  const passHumanCheck = () =>
    act(async () =>
      listeners.at(-1)?.onSolved({ text: `prueba ${listeners.length}`, expiresAt: clock.now() + MINUTE_MS }),
    )

  await type('Usuario', 'demo')
  await type('Contraseña', 'Equivocada#1')
  await passHumanCheck()
  await press('Iniciar sesión')
  await screen.findByText('Usuario/Contraseña incorrectos')

  const password = await findField('Contraseña')
  password.focus()
  await passHumanCheck()
  expect(getButton('Iniciar sesión').disabled).toBe(false)
  await act(async () => listeners.at(-1)?.onLost())
  expect(getButton('Iniciar sesión').disabled).toBe(true)
  expect(document.activeElement).toBe(password)
})
