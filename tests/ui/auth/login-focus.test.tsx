import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AuthGateway, HumanCheck, HumanCheckListener } from '#src/application/identity/ports.ts'

import { ok } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { createClient } from '#tests/support/client.ts'
import { findField, getButton, openAuthPortal, press, type } from '#tests/ui/auth/auth-portal.tsx'

/** A widget whose events the test sends. */
function createWidget() {
  const listeners: HumanCheckListener[] = []
  const humanCheck: HumanCheck = {
    kind: 'widget',
    show: (_, listener) => {
      listeners.push(listener)
      return () => undefined
    },
  }
  return { humanCheck, listeners }
}

test('a press on Reintentar of a human check that did not load keeps the focus in the human check', async () => {
  const { identity } = createClient()
  const { humanCheck, listeners } = createWidget()
  await openAuthPortal({ ports: { identity: { ...identity, humanCheck } } })
  await findField('Usuario')
  await act(async () => listeners.at(-1)?.onUnavailable())
  await press('Reintentar')
  expect(listeners).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Verificación humana' }))
})

test('a human check that loses its proof while the password has the focus does not move the focus', async () => {
  const { clock, identity } = createClient()
  const { humanCheck, listeners } = createWidget()
  const auth: AuthGateway = { ...identity.auth, signIn: async () => ok({ kind: 'invalid' }) }
  await openAuthPortal({ ports: { identity: { ...identity, auth, humanCheck } } })
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
