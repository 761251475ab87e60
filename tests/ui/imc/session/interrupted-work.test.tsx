import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { requireLogin } from '#tests/support/imc-login.ts'
import {
  chooseOption,
  getButton,
  getRow,
  openImc,
  openUsers,
  press,
  tryLogin,
  type,
} from '#tests/ui/imc/imc-portal.tsx'

type Portal = Awaited<ReturnType<typeof openImc>>

const SCREENS_PATH = '/imc/MisProductos/Detalles/SubDetalles/0'
const RESTORED = 'Recuperamos lo que estaba escribiendo. Aún no se ha enviado.'

async function endSession({ refusals }: Portal) {
  await act(async () => refusals.refuse('Su sesión venció.'))
  await screen.findByText('Su sesión venció.')
}

const createPdf = (name: string) => new File([new Uint8Array(2048)], name, { type: 'application/pdf' })

async function chooseRadio(name: string | RegExp) {
  const radio = await screen.findByRole('radio', { name })
  await act(async () => fireEvent.click(radio))
}

const readValue = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('a login after an ended session restores the typed values of a new user', async () => {
  const portal = await openUsers({ path: '/imc/MisUsuarios?estado=activos' })
  await press('Crear Nuevo Usuario')
  await type('Nombre', 'Marta Rojas Gil')
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'administrador' })))
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Contrato', { selector: 'input' }), {
      target: { files: [createPdf('c.pdf')] },
    })
  })
  await endSession(portal)
  expect(screen.queryByRole('dialog')).toBeNull()
  await tryLogin('ANDINA', 'admin')
  const dialog = await screen.findByRole('dialog', { name: 'Crear Nuevo Usuario' })
  await waitFor(() => expect(readValue('Nombre')).toBe('Marta Rojas Gil'))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'administrador' }).checked).toBe(true)
  expect(dialog.textContent).toContain('c.pdf')
  expect(await screen.findByText(RESTORED)).toBeTruthy()
  await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
  await press('Seguir editando')
  await press('Cancelar', dialog)
  await press('Descartar')
  await press('Crear Nuevo Usuario')
  await screen.findByLabelText('Nombre')
  expect(readValue('Nombre')).toBe('')
})

test('a login after an ended session restores the typed values of an edited user', async () => {
  const portal = await openUsers()
  await press('Editar', getRow('César Augusto Niño'))
  await type('Cargo', 'Jefe de mesa')
  await endSession(portal)
  await tryLogin('ANDINA', 'admin')
  await screen.findByRole('dialog', { name: 'Editar usuario' })
  await waitFor(() => expect(readValue('Cargo')).toBe('Jefe de mesa'))
  expect(readValue('Nombre')).toBe('César Augusto Niño')
})

test('a login of another user discards the form of an ended session', async () => {
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

test('a login after an ended session opens the unfinished order again', async () => {
  const portal = await openImc({ path: '/imc/MisProductos' })
  await screen.findByRole('rowheader', { name: 'USD-PRO-10' })
  await press('Solicitar nuevo paquete')
  await chooseRadio(/USD-PRO-10/)
  await type('Numero de paquetes a comprar', '7')
  await endSession(portal)
  await tryLogin('ANDINA', 'admin')
  await screen.findByRole('dialog', { name: 'Solicitar Paquete' })
  expect(readValue('Numero de paquetes a comprar')).toBe('7')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /USD-PRO-10/ })).checked).toBe(true)
})

async function openScreens() {
  const portal = await openImc({
    path: SCREENS_PATH,
    imc({ imcSession }) {
      imcSession.writeChosenSubscription({ packageId: 'paq-usd-pro', number: '004512' })
      return {}
    },
  })
  await screen.findByRole('rowheader', { name: 'P-07' })
  return portal
}

test('a login after an ended session returns to the screens of the subscription', async () => {
  const portal = await openScreens()
  await endSession(portal)
  await tryLogin('ANDINA', 'admin')
  await screen.findByRole('heading', { level: 1, name: 'Pantallas de la suscripción 004512' })
  expect(portal.history().at(-1)).toBe(SCREENS_PATH)
})

test('a login after an ended session restores profile, user, document and observation of the link dialog', async () => {
  const portal = await openScreens()
  await press('Vincular', getRow('P-07'))
  await chooseOption('Perfil', 'Operador dólar')
  await chooseRadio('César Augusto Niño')
  const letter = await screen.findByLabelText('Carta de autorización', { selector: 'input' })
  await act(async () => fireEvent.change(letter, { target: { files: [createPdf('carta.pdf')] } }))
  await type('Observación', 'Reemplazo por vacaciones.')
  await endSession(portal)
  await tryLogin('ANDINA', 'admin')
  const dialog = await screen.findByRole('dialog', { name: 'Usuarios asignables' })
  await within(dialog).findByText('carta.pdf', { exact: false })
  expect(readValue('Observación')).toBe('Reemplazo por vacaciones.')
  expect(getButton('Perfil', dialog).textContent).toContain('Operador dólar')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'César Augusto Niño' })).checked).toBe(true)
})

test('a login after an ended session restores screen, profile and observation of an assignment (D103)', async () => {
  const portal = await openUsers()
  await press('Asignar pantalla', getRow('César Augusto Niño'))
  await chooseRadio(/^P-07 de la suscripción 004512/)
  await type('Observación', 'Entra a la mesa.')
  await endSession(portal)
  await tryLogin('ANDINA', 'admin')
  const dialog = await screen.findByRole('dialog', { name: 'Asignar pantalla' })
  expect(dialog.textContent).toContain('Una pantalla disponible para César Augusto Niño')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^P-07 de la suscripción 004512/ })).checked).toBe(
    true,
  )
  await waitFor(() => expect(getButton('Perfil', dialog).textContent).toContain('Operador dólar'))
  expect(readValue('Observación')).toBe('Entra a la mesa.')
})

test('a login after an ended session restores the choice and the observation of a screen change', async () => {
  const portal = await openScreens()
  await press('Cambiar', getRow('P-02'))
  await chooseRadio('Otro usuario para la misma pantalla')
  await type('Observación', 'Cambio de mesa.')
  await endSession(portal)
  await tryLogin('ANDINA', 'admin')
  await screen.findByRole('dialog', { name: 'Cambio de pantalla' })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Otro usuario para la misma pantalla' }).checked).toBe(
    true,
  )
  expect(readValue('Observación')).toBe('Cambio de mesa.')
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
    if (login.ok) portal.imc.imcSession.write(requireLogin(login.value))
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
