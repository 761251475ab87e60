import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SESSION_CHECK_MS } from '#src/application/imc/session/session.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { getRow, openImc, press } from '#tests/ui/imc/imc-portal.tsx'

/** Opens Sesiones of the administrator while a user is signed in with two other browsers. */
async function openSessions() {
  const portal = await openImc({ path: '/imc/Sesiones' })
  const others = await Promise.all(
    ['a', 'b'].map(async () => {
      const browser = portal.office.browser()
      await browser.imcAuth.signIn({ entity: 'ANDINA', username: 'operador', password: DEMO_PASSWORD })
      return browser
    }),
  )
  await act(async () => portal.clock.advance(10_000))
  await screen.findAllByRole('rowheader', { name: /Peñuela/ })
  return { ...portal, others }
}

test('the own session is marked and cannot be ended here (D95)', async () => {
  await openSessions()
  const row = getRow('Paula Ibáñez Cárdenas')
  expect(within(row).getByText('Esta sesión')).toBeTruthy()
  expect(within(row).queryAllByRole('button')).toEqual([])
})

test('one confirmation ends all sessions of a person, and a toast has the count (D95)', async () => {
  const { others, portal } = await openSessions()
  const [button] = screen.getAllByRole('button', { name: 'Cerrar sus 2 sesiones' })
  await act(async () => fireEvent.click(button ?? document.body))
  const dialog = await screen.findByRole('alertdialog', { name: '¿Cerrar 2 sesiones?' })
  await press('Cerrar 2 sesiones', dialog)
  expect(portal.toasts.getSnapshot().current?.text).toBe('Se cerraron 2 sesiones.')
  expect(screen.queryByRole('rowheader', { name: /Peñuela/ })).toBeNull()
  for (const { imcAuth } of others) expect((await imcAuth.check()).ok).toBe(false)
})

test('an ended browser leaves the area within seconds (D95)', async () => {
  const { office, clock } = await openSessions()
  const [session] = office.imc.listSessions('ent-andina').toReversed()
  await act(async () => office.imc.endSession(session?.token ?? null))
  await act(async () => clock.advance(SESSION_CHECK_MS))
  expect(await screen.findByText('Su sesión terminó. Inicie sesión de nuevo.')).toBeTruthy()
})
