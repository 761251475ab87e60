import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { button, chooseFrom, openImc, openUsers, press, row, tryLogin, type } from '#tests/ui/imc/imc-portal.tsx'

type Portal = Awaited<ReturnType<typeof openImc>>

const SCREENS = '/imc/MisProductos/Detalles/SubDetalles/0'
const RESTORED = 'Recuperamos lo que estaba escribiendo. Aún no se ha enviado.'

async function endSession({ refusals }: Portal) {
  await act(async () => refusals.refuse('Su sesión venció.'))
  await screen.findByText('Su sesión venció.')
}

const pdf = (name: string) => new File([new Uint8Array(2048)], name, { type: 'application/pdf' })

async function pick(name: string | RegExp) {
  const radio = await screen.findByRole('radio', { name })
  await act(async () => fireEvent.click(radio))
}

const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('the typed values of a new user are restored at the login after the session ended', async () => {
  const portal = await openUsers({ path: '/imc/MisUsuarios?estado=activos' })
  await press('Crear Nuevo Usuario')
  await type('Nombre', 'Marta Rojas Gil')
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'administrador' })))
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Contrato', { selector: 'input' }), { target: { files: [pdf('c.pdf')] } })
  })
  await endSession(portal)
  expect(screen.queryByRole('dialog')).toBeNull()
  await tryLogin('ANDINA', 'admin')
  const dialog = await screen.findByRole('dialog', { name: 'Crear Nuevo Usuario' })
  await waitFor(() => expect(value('Nombre')).toBe('Marta Rojas Gil'))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'administrador' }).checked).toBe(true)
  expect(dialog.textContent).toContain('c.pdf')
  expect(await screen.findByText(RESTORED)).toBeTruthy()
  await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
  expect(screen.getByRole('dialog')).toBeTruthy()
  await press('Cancelar', dialog)
  await press('Crear Nuevo Usuario')
  await screen.findByLabelText('Nombre')
  expect(value('Nombre')).toBe('')
})

test('the typed values of an edited user are restored at the login after the session ended', async () => {
  const portal = await openUsers()
  await press('Editar', row('César Augusto Niño'))
  await type('Cargo', 'Jefe de mesa')
  await endSession(portal)
  await tryLogin('ANDINA', 'admin')
  await screen.findByRole('dialog', { name: 'Editar usuario' })
  await waitFor(() => expect(value('Cargo')).toBe('Jefe de mesa'))
  expect(value('Nombre')).toBe('César Augusto Niño')
})

test('a form of an ended session is discarded when another user signs in', async () => {
  const portal = await openUsers()
  await press('Crear Nuevo Usuario')
  await type('Nombre', 'Marta Rojas Gil')
  await endSession(portal)
  await tryLogin('ANDINA', 'operador')
  await screen.findByRole('rowheader', { name: /César Augusto Niño/ })
  expect(screen.queryByRole('dialog')).toBeNull()
  await endSession(portal)
  await tryLogin('ANDINA', 'admin')
  await screen.findByRole('rowheader', { name: /César Augusto Niño/ })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an order that was open when the session ended is open again', async () => {
  const portal = await openImc({ path: '/imc/MisProductos' })
  await screen.findByRole('rowheader', { name: 'USD-PRO-10' })
  await press('Solicitar nuevo paquete')
  await pick(/USD-PRO-10/)
  await type('Numero de paquetes a comprar', '7')
  await endSession(portal)
  await tryLogin('ANDINA', 'admin')
  await screen.findByRole('dialog', { name: 'Solicitar Paquete' })
  expect(value('Numero de paquetes a comprar')).toBe('7')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /USD-PRO-10/ })).checked).toBe(true)
})

async function openScreens() {
  const portal = await openImc({
    path: SCREENS,
    imc({ imcSession }) {
      imcSession.writeChosenSubscription({ packageId: 'paq-usd-pro', number: '004512' })
      return {}
    },
  })
  await screen.findByRole('rowheader', { name: 'P-07' })
  return portal
}

test('the login returns to the screens of the last open subscription', async () => {
  const portal = await openScreens()
  await endSession(portal)
  await tryLogin('ANDINA', 'admin')
  await screen.findByRole('heading', { level: 1, name: 'Pantallas de la suscripción 004512' })
  expect(portal.history().at(-1)).toBe(SCREENS)
})

test('an unfinished link restores profile, user, document and observation at the login after the session ended', async () => {
  const portal = await openScreens()
  await press('Vincular', row('P-07'))
  await chooseFrom('Perfil', 'Operador dólar')
  await pick('César Augusto Niño')
  const letter = await screen.findByLabelText('Carta de autorización', { selector: 'input' })
  await act(async () => fireEvent.change(letter, { target: { files: [pdf('carta.pdf')] } }))
  await type('Observación', 'Reemplazo por vacaciones.')
  await endSession(portal)
  await tryLogin('ANDINA', 'admin')
  const dialog = await screen.findByRole('dialog', { name: 'Usuarios asignables' })
  await within(dialog).findByText('carta.pdf', { exact: false })
  expect(value('Observación')).toBe('Reemplazo por vacaciones.')
  expect(button('Perfil', dialog).textContent).toContain('Operador dólar')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'César Augusto Niño' })).checked).toBe(true)
})

test('an unfinished change restores its move and its observation at the login after the session ended', async () => {
  const portal = await openScreens()
  await press('Cambiar', row('P-02'))
  await pick('Otro usuario para la misma pantalla')
  await type('Observación', 'Cambio de mesa.')
  await endSession(portal)
  await tryLogin('ANDINA', 'admin')
  await screen.findByRole('dialog', { name: 'Cambio de pantalla' })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Otro usuario para la misma pantalla' }).checked).toBe(
    true,
  )
  expect(value('Observación')).toBe('Cambio de mesa.')
})

test('a login of another user in another tab closes the open form', async () => {
  const portal = await openUsers()
  await press('Crear Nuevo Usuario')
  await screen.findByLabelText('Nombre')
  await act(async () => {
    const login = await portal.imc.imcAuth.signIn({
      entity: 'ANDINA',
      username: 'operador',
      password: 'Demo#Dolar2026',
    })
    if (login.ok) portal.imc.imcSession.write(login.value)
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
