import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { flushReplies, getButton, getRow, openUsers, press, type } from '#tests/ui/imc/imc-portal.tsx'

const PERSON = 'César Augusto Niño'
const DOCUMENTS = ['Carta de autorización', 'Copia del documento de identidad', 'Certificación de operador']

const getDialog = () => screen.getByRole('dialog', { name: 'Asignar pantalla' })

/** Chooses a free screen when it appears. */
async function chooseScreen(name: string) {
  const radio = await within(getDialog()).findByRole('radio', { name })
  await act(async () => fireEvent.click(radio))
}

async function attachDocuments() {
  for (const name of DOCUMENTS) {
    const input = await screen.findByLabelText(name, { selector: 'input' })
    const file = new File([new Uint8Array(2048)], `${name}.pdf`, { type: 'application/pdf' })
    await act(async () => fireEvent.change(input, { target: { files: [file] } }))
  }
}

async function openAssignment() {
  const portal = await openUsers()
  await press('Asignar pantalla', getRow(PERSON))
  return portal
}

async function send() {
  await press('Enviar')
  await flushReplies()
}

test('only an active user without a screen gets one, and only from an administrator (D103)', async () => {
  await openUsers()
  const findAction = (name: string) => within(getRow(name)).queryByRole('button', { name: 'Asignar pantalla' })
  expect(findAction(PERSON)).not.toBeNull()
  // With a screen, with a request, inactive.
  for (const name of ['Andrés Camilo Peñuela', 'Fabiola Quiñones', 'Esteban Muñoz Tirado']) {
    expect(findAction(name)).toBeNull()
  }
})

test('a usuario assigns no screens (D25)', async () => {
  await openUsers({ username: 'operador' })
  expect(screen.queryByRole('button', { name: 'Asignar pantalla' })).toBeNull()
})

test('the list has the free screens of all packages, and the search finds those of a subscription (D103)', async () => {
  const { imc } = await openAssignment()
  const free = await imc.screens.free(null)
  const total = free.ok ? free.value.length : 0
  await within(getDialog()).findByText(new RegExp(`de ${total} pantallas`))
  const search = within(getDialog()).getByRole('searchbox')
  await act(async () => fireEvent.change(search, { target: { value: '004538' } }))
  const found = free.ok ? free.value.filter(({ number }) => number === '004538') : []
  expect(found).not.toEqual([])
  expect(within(getDialog()).queryAllByRole('radio')).toHaveLength(Math.min(found.length, 5))
})

test('a press without a choice asks for the screen and creates no request (D103)', async () => {
  const { imc } = await openAssignment()
  await within(getDialog()).findByRole('radio', { name: 'P-07 de la suscripción 004512' })
  await press('Enviar')
  expect(getDialog().textContent).toContain('Elija una pantalla.')
  expect(getDialog().textContent).not.toContain('No has seleccionado un perfil')
  const requests = await imc.requests.list()
  expect(requests.ok && requests.value).toHaveLength(3)
})

test('a screen that is taken meanwhile is named, another is chosen, and nothing typed is lost (D103)', async () => {
  const { imc, history } = await openAssignment()
  await chooseScreen('P-07 de la suscripción 004512')
  await attachDocuments()
  await type('Observación', 'Entra a la mesa.')
  expect(getButton('Perfil', getDialog()).textContent).toContain('Operador dólar')
  const free = await imc.screens.free(null)
  const taken = free.ok && free.value.find((one) => one.number === '004512' && one.screen === 'P-07')
  if (!taken) throw new Error('P-07 is not free')
  const other = { screen: taken, profileId: taken.profileId, userId: 'usr-andina-iechavarria', observations: '' }
  expect((await imc.screens.link(other, 'other')).ok).toBe(true)
  await send()
  expect(screen.getByRole('alertdialog', { name: 'Error!' })).toBeTruthy()
  await press('Volver al formulario')
  expect(getDialog().textContent).toContain(
    'La pantalla que eligió ya no está disponible. Elija otra; lo demás se conserva.',
  )
  await chooseScreen('P-08 de la suscripción 004512')
  expect(getDialog().textContent).not.toContain('ya no está disponible')
  expect(getDialog().textContent).toContain('Certificación de operador.pdf')
  expect(getDialog().textContent).toContain(
    'Se asignará la pantalla P-08 de la suscripción 004512 a César Augusto Niño con el perfil Operador dólar.',
  )
  await send()
  expect(history().at(-1)).toBe('/imc/MisSolicitudes')
  const requests = await imc.requests.list()
  expect(requests.ok && requests.value[0]).toMatchObject({ kind: 'link' })
  const detail = requests.ok && (await imc.requests.detail(requests.value[0]?.id ?? ''))
  expect(detail).toMatchObject({ value: { screen: 'P-08', observations: 'Entra a la mesa.' } })
})

test('a user who is deactivated meanwhile gets a sentence, and the form stays (D103)', async () => {
  const { imc } = await openAssignment()
  await chooseScreen('P-07 de la suscripción 004512')
  await attachDocuments()
  expect((await imc.users.setActive('usr-andina-cnino', false)).ok).toBe(true)
  await send()
  expect(screen.getByRole('alertdialog', { name: 'Error!' }).textContent).toContain('El usuario ya no está disponible.')
  await press('Volver al formulario')
  expect(getDialog().textContent).toContain('Carta de autorización.pdf')
  await press('Cancelar', getDialog())
  await press('Descartar')
  await flushReplies()
  expect(getButton('Activar', getRow(PERSON))).toBeTruthy()
})
