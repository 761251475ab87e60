import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { GovernanceGateway } from '#src/application/imc/ports.ts'
import { NO_GOVERNANCE } from '#src/domain/imc/governance/governance.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { flushReplies, getButton, openImc, press } from '#tests/ui/imc/imc-portal.tsx'

const PATH = '/imc/Controles'

const getSwitch = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })

const check = async (name: string) => {
  const box = await getSwitch(name)
  await act(async () => fireEvent.click(box))
}

/** Opens Controles of an administrator, with a second browser of the same entity. */
async function openGovernance() {
  const portal = await openImc({ path: PATH })
  const other = portal.office.browser()
  await other.imcAuth.signIn({ entity: 'ANDINA', username: 'admin', password: DEMO_PASSWORD })
  await getSwitch('Permitir una fecha de vencimiento')
  return { ...portal, other: other.governance satisfies GovernanceGateway }
}

test('an administrator turns rules on; an amount is asked for and checked (D100)', async () => {
  const { portal, other } = await openGovernance()
  await check('Confirmar las compras desde un valor')
  await press('Guardar controles')
  expect(screen.getByText('El campo es requerido')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Desde (pesos al mes)'), { target: { value: '5.000.000' } })
  await press('Guardar controles')
  await flushReplies()
  expect(portal.toasts.getSnapshot().current?.text).toBe('Controles guardados.')
  expect(await other.read()).toMatchObject({ value: { fourEyesAbove: 5_000_000, version: 1 } })
  expect(screen.getByText(/^Último cambio: 2026-11-21, por Paula/)).toBeTruthy()
})

test('the change of another person is loaded, and nothing typed is lost (D100)', async () => {
  const { other } = await openGovernance()
  await check('Confirmar las compras desde un valor')
  fireEvent.change(screen.getByLabelText('Desde (pesos al mes)'), { target: { value: '7.000.000' } })
  await other.save({ ...NO_GOVERNANCE, screenExpiry: true }, 0)
  await press('Guardar controles')
  await flushReplies()
  expect(screen.getByRole('alert').textContent).toMatch(/Paula Ibáñez Cárdenas cambió los controles.*guarde de nuevo/)
  expect(screen.getByLabelText<HTMLInputElement>('Desde (pesos al mes)').value).toBe('7.000.000')
  expect((await getSwitch('Permitir una fecha de vencimiento')).checked).toBe(true)
  await press('Guardar controles')
  await flushReplies()
  expect(await other.read()).toMatchObject({ value: { fourEyesAbove: 7_000_000, screenExpiry: true, version: 2 } })
})

test('a user reads the rules and has no form (D100)', async () => {
  await openImc({ path: PATH, username: 'operador' })
  expect(await screen.findByText('Solo un administrador de su entidad cambia los controles.')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Guardar controles' })).toBeNull()
})

test('what was typed survives the end of the session (D69, D100)', async () => {
  const { refusals, imc, navigate } = await openGovernance()
  await check('Permitir una fecha de vencimiento')
  await act(async () => refusals.refuse(null))
  const login = await imc.imcAuth.signIn({ entity: 'ANDINA', username: 'admin', password: DEMO_PASSWORD })
  if (login.ok && 'userId' in login.value) imc.imcSession.write(login.value)
  await navigate(PATH)
  expect((await getSwitch('Permitir una fecha de vencimiento')).checked).toBe(true)
  expect(getButton('Guardar controles')).toBeTruthy()
})
