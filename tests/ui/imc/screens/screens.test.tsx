import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { NO_GOVERNANCE } from '#src/domain/imc/governance/governance.ts'
import { err, ok } from '#src/domain/result.ts'
import {
  chooseOption,
  flushReplies,
  getButton,
  getRow,
  openImc,
  press,
  readDescription,
} from '#tests/ui/imc/imc-portal.tsx'

afterEach(() => vi.restoreAllMocks())

type Options = NonNullable<Parameters<typeof openImc>[0]> & { readonly userId?: string }

async function openScreens({ userId = '0', ...options }: Options = {}) {
  const replace = options.imc ?? (() => ({}))
  const portal = await openImc({
    path: `/imc/MisProductos/Detalles/SubDetalles/${userId}`,
    ...options,
    imc(ports) {
      ports.imcSession.writeChosenSubscription({ packageId: 'paq-usd-pro', number: '004512' })
      return replace(ports)
    },
  })
  await screen.findByRole('rowheader', { name: 'P-01' })
  return portal
}

const createPdf = (name: string, size = 2048) => new File([new Uint8Array(size)], name, { type: 'application/pdf' })

const INPUT = { selector: 'input' }

async function attach(label: string, file: File) {
  await act(async () => fireEvent.change(screen.getByLabelText(label, INPUT), { target: { files: [file] } }))
}

/** Chooses a radio button when it appears. Inside `act` it would never appear. */
async function chooseRadio(name: string) {
  const radio = await screen.findByRole('radio', { name })
  await act(async () => fireEvent.click(radio))
}

const DOCUMENTS = ['Carta de autorización', 'Copia del documento de identidad', 'Certificación de operador']

/** Attaches all documents, each when its field appears. */
async function attachDocuments(createFile = (name: string) => createPdf(`${name}.pdf`)) {
  for (const name of DOCUMENTS) {
    await screen.findByLabelText(name, INPUT)
    await attach(name, createFile(name))
  }
}

const createUnreadablePdf = (name: string) => makeUnreadable(createPdf(`${name}.pdf`))

/** Opens the link dialog of P-07 and chooses profile, user and all documents. */
async function fillLinkDialog(options: Options = {}) {
  const portal = await openScreens(options)
  await press('Vincular', getRow('P-07'))
  await chooseOption('Perfil', 'Operador dólar')
  await chooseRadio('César Augusto Niño')
  for (const [i, name] of DOCUMENTS.entries()) {
    await screen.findByLabelText(name, INPUT)
    await attach(name, createPdf(`archivo-${i}.pdf`))
  }
  return portal
}

const getDialog = (name: string) => screen.getByRole('dialog', { name })

/** Opens the screens of an entity that has turned on that screens expire. */
const openExpiringScreens = (options: Options = {}) =>
  openScreens({
    ...options,
    imc(ports) {
      void ports.governance.save({ ...NO_GOVERNANCE, screenExpiry: true }, 0)
      return {}
    },
  })

const typeDay = (text: string) => fireEvent.change(screen.getByLabelText('Último día'), { target: { value: text } })

test('an administrator gives a screen a last day and removes it; a wrong day is refused (D108)', async () => {
  const { portal } = await openExpiringScreens()
  await press('Sin fecha', getRow('P-05'))
  const dialog = await screen.findByRole('dialog', { name: 'Fecha de vencimiento' })
  expect(dialog.textContent).toContain('P-05, Andrés Camilo Peñuela')
  await press('Guardar fecha')
  expect(within(dialog).getByText('Elija una fecha')).toBeTruthy()
  typeDay('2026-11-21')
  await press('Guardar fecha')
  expect(within(dialog).getByText('La fecha debe ser posterior a hoy')).toBeTruthy()
  typeDay('2026-12-31')
  await press('Guardar fecha')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(portal.toasts.getSnapshot().current?.text).toBe('P-05 vence el 31 dic 2026.')
  await waitFor(() => expect(getRow('P-05').textContent).toContain('31 dic 2026'))
  await press('31 dic 2026', getRow('P-05'))
  await press('Quitar fecha')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(within(getRow('P-05')).getByRole('button', { name: 'Sin fecha' })).toBeTruthy())
})

test('an entity that has not turned expiry on has no column of it (D108)', async () => {
  await openScreens()
  expect(screen.queryByRole('columnheader', { name: /Vence/ })).toBeNull()
})

test('the last use stands in a column that sorts, only where the operator reports it (D102)', async () => {
  await openScreens()
  expect(getRow('P-01').textContent).toContain('12 nov 2026')
  expect(getRow('P-07').textContent).toContain('Sin reporte')
  const heading = screen.getByRole('columnheader', { name: /Último uso/ })
  fireEvent.click(within(heading).getByRole('button'))
  await waitFor(() => expect(heading.getAttribute('aria-sort')).toBe('ascending'))
})

test('an entity whose uses were never reported sees no column of them (D102)', async () => {
  await openScreens({
    imc: ({ screens }) => ({
      screens: {
        ...screens,
        list: async (...given: Parameters<typeof screens.list>) => {
          const result = await screens.list(...given)
          return result.ok ? ok(result.value.map((row) => ({ ...row, lastUse: null, isUseReported: false }))) : result
        },
      },
    }),
  })
  expect(screen.queryByRole('columnheader', { name: /Último uso/ })).toBeNull()
  expect(screen.queryByText('Sin reporte')).toBeNull()
})

test('the action of another row opens its dialog when the dialog of the first row failed to open', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isBroken = true
  await openScreens({
    imc: ({ screens }) => ({
      screens: {
        ...screens,
        get assignable() {
          if (isBroken) throw new TypeError('broken')
          return screens.assignable
        },
      },
    }),
  })
  await press('Vincular', getRow('P-07'))
  await screen.findByRole('group', { name: 'No pudimos mostrar esta sección' })
  isBroken = false
  await press('Cambiar', getRow('P-01'))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'No pudimos mostrar esta sección' })).toBeNull()
})

test('a row has the action of its status, and only an assigned row has Cambiar (§2.5, D30)', async () => {
  await openScreens()
  const listButtonNames = (screenName: string) =>
    within(getRow(screenName))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  expect(listButtonNames('P-01')).toEqual(['Desvincular', 'Cambiar'])
  expect(listButtonNames('P-07')).toEqual(['Vincular'])
  expect(listButtonNames('P-09')).toEqual(['Tramitando'])
  expect(screen.getByRole('img', { name: '6 asignadas, 1 en tránsito y 3 disponibles de 10' })).toBeTruthy()
})

test('the disabled Tramitando button shows its reason and links to the request', async () => {
  const { history } = await openScreens()
  const tramitando = getButton('Tramitando', getRow('P-09'))
  expect(tramitando.getAttribute('aria-disabled')).toBe('true')
  expect(readDescription(tramitando)).toContain('La pantalla tiene una solicitud en curso.')
  await press('Tramitando', getRow('P-09'))
  expect(screen.getByText('La solicitud de P-09 está en curso.')).toBeTruthy()
  await press('Ver')
  expect(history().at(-1)).toBe('/imc/MisSolicitudes?solicitud=sol-00420')
})

test('the notice of a request in progress disappears when another row is chosen', async () => {
  await openScreens()
  await press('Tramitando', getRow('P-09'))
  await press('Vincular', getRow('P-07'))
  expect(screen.queryByText('La solicitud de P-09 está en curso.')).toBeNull()
})

test('the row of the user in the address is the current row (D26)', async () => {
  await openScreens({ userId: 'usr-andina-operador' })
  expect(screen.getByRole('row', { current: true }).textContent).toContain('P-05')
})

// "Browser storage (IMC): entidadId, Nombre, id_usr …, numero, NumFila, datos." (§3)
test('the row of the last action is the current row, also after a reload (§3, D55)', async () => {
  const portal = await openScreens()
  const readCurrent = () =>
    screen.queryAllByRole('row', { current: true }).map(({ textContent }) => textContent?.match(/P-\d+/)?.[0])
  expect(readCurrent()).toEqual([])
  await press('Tramitando', getRow('P-09'))
  expect(readCurrent()).toEqual(['P-09'])

  await portal.navigate('/imc/MisUsuarios')
  await screen.findByRole('searchbox', { name: 'Buscar por Nombre' })
  await portal.navigate('/imc/MisProductos/Detalles/SubDetalles/0')
  await waitFor(() => expect(readCurrent()).toEqual(['P-09']))
})

test('the page of the screens redirects to the packages without a stored subscription (D26)', async () => {
  const { history } = await openImc({ path: '/imc/MisProductos/Detalles/SubDetalles/usr-andina-operador' })
  await waitFor(() => expect(history().at(-1)).toBe('/imc/MisProductos'))
})

test('the screens of a subscription that no longer exists link to the packages', async () => {
  const { history } = await openImc({
    path: '/imc/MisProductos/Detalles/SubDetalles/0',
    imc(ports) {
      ports.imcSession.writeChosenSubscription({ packageId: 'paq-usd-pro', number: '999999' })
      return {}
    },
  })
  const link = await screen.findByRole('link', { name: 'Ir a Mis productos' })
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  await act(async () => fireEvent.click(link))
  expect(history().at(-1)).toBe('/imc/MisProductos')
})

test('a usuario sees the screens without any action (D25)', async () => {
  await openScreens({ username: 'operador' })
  for (const name of ['Vincular', 'Desvincular', 'Cambiar']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('the link dialog without choices shows each missing choice and creates no request (§5)', async () => {
  const { imc } = await openScreens()
  await press('Vincular', getRow('P-07'))
  await screen.findByRole('radio', { name: 'César Augusto Niño' })
  await press('Enviar')
  const text = getDialog('Usuarios asignables').textContent
  expect(text).toContain('No has seleccionado un perfil, por favor selecciona un perfil')
  expect(text).toContain('No has asignado un usuario')
  await chooseOption('Perfil', 'Operador dólar')
  expect(await screen.findAllByText(/Uno o más campos requeridos están vacíos/)).not.toHaveLength(0)
  expect(getDialog('Usuarios asignables').textContent).toContain('Faltan 3 archivos para poder enviar.')
  expect(screen.getAllByText(/Uno o más campos requeridos están vacíos/)).toHaveLength(1)
  expect(screen.getAllByText('Falta este archivo.')).toHaveLength(3)
  const requests = await imc.requests.list()
  expect(requests.ok && requests.value).toHaveLength(3)
})

test('after a lost reply the link is locked, and only the identical link is sent again (D28)', async () => {
  let isReplyLost = true
  const sent: unknown[] = []
  const { imc } = await fillLinkDialog({
    imc: ({ screens }) => ({
      screens: {
        ...screens,
        async link(request, key, signal) {
          sent.push([request, key])
          const result = await screens.link(request, key, signal)
          return isReplyLost ? err({ kind: 'timeout' }) : result
        },
      },
    }),
  })
  const before = await imc.requests.list()
  const send = async () => {
    await press('Enviar')
    await press('Confirmar vinculación')
    await flushReplies()
  }
  await send()
  expect(screen.getByRole('alertdialog', { name: 'Error!' }).textContent).toContain('Su solicitud pudo haber llegado.')
  await press('Volver al formulario')
  expect(getButton('Ver Mis solicitudes', getDialog('Usuarios asignables'))).toBeTruthy()
  isReplyLost = false
  await send()
  expect(sent[1]).toEqual(sent[0])
  expect(screen.queryByRole('dialog')).toBeNull()
  const after = await imc.requests.list()
  expect(after.ok && before.ok && after.value.length - before.value.length).toBe(1)
})

test('a document of a wrong type or over 512,000 bytes shows an error (D29)', async () => {
  await fillLinkDialog()
  const [letter = ''] = DOCUMENTS
  await attach(letter, createPdf('programa.exe'))
  expect(getDialog('Usuarios asignables').textContent).toContain('Archivo no valido!!')
  await attach(letter, createPdf('grande.pdf', 512_001))
  expect(getDialog('Usuarios asignables').textContent).toContain(
    'El archivo excede el tamaño máximo permitido de 500 KB.',
  )
  await attach(letter, createPdf('exacto.pdf', 512_000))
  expect(getDialog('Usuarios asignables').textContent).toContain('exacto.pdf, 500 KB')
})

test('Esc asks before it closes a dialog with an observation or a document (D105)', async () => {
  await openScreens()
  await press('Cambiar', getRow('P-02'))
  const pressEscape = () =>
    act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
  const write = (value: string) =>
    act(async () => fireEvent.change(screen.getByLabelText('Observación'), { target: { value } }))
  await screen.findByLabelText('Observación')
  await write('Por vacaciones.')
  await pressEscape()
  await press('Seguir editando')
  await write('')
  await attach('Carta de autorización', createPdf('carta.pdf'))
  await pressEscape()
  await press('Seguir editando')
  expect(getDialog('Cambio de pantalla').textContent).toContain('carta.pdf')
  await press('Quitar Carta de autorización')
  await pressEscape()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the Enviar button shows that it waits for the requirements', async () => {
  await openScreens({
    imc: ({ screens }) => ({ screens: { ...screens, requirements: () => new Promise(() => {}) } }),
  })
  await press('Cambiar', getRow('P-02'))
  await chooseRadio('P-08 de la suscripción 004512')
  await press('Enviar')
  expect(readDescription(getButton('Enviar'))).toBe('Espere a que carguen los requisitos para poder enviar.')
})

test('linking a screen uploads the documents after a confirmation and opens the requests (§4, D28)', async () => {
  const { history, imc } = await fillLinkDialog()
  await press('Enviar')
  expect(screen.getByRole('alertdialog').textContent).toContain(
    'Se vinculará la pantalla P-07 a César Augusto Niño con el perfil Operador dólar.',
  )
  await press('Confirmar vinculación')
  await flushReplies()
  expect(history().at(-1)).toBe('/imc/MisSolicitudes')
  const list = await imc.requests.list()
  expect(list.ok && list.value[0]?.status).toBe('in-progress')
})

test('a retry sends the failed document and creates no second request (D28)', async () => {
  const { history, imc, office } = await fillLinkDialog()
  office.uploads.failNext('archivo-1.pdf', 2)
  await press('Enviar')
  await press('Confirmar vinculación')
  await flushReplies()
  await press('Volver al formulario')
  const readDialog = () => getDialog('Usuarios asignables').textContent
  expect(readDialog()).toContain('El cargue falló, archivo-1.pdf.')
  expect(readDialog()).toMatch(/La solicitud S-2026-\d+ ya está creada/)
  await press('Reintentar')
  await flushReplies()
  await press('Volver al formulario')
  expect(readDialog()).toContain('El cargue falló, archivo-1.pdf.')
  await press('Reintentar')
  await flushReplies()
  expect(history().at(-1)).toBe('/imc/MisSolicitudes')
  const list = await imc.requests.list()
  expect(list.ok && list.value).toHaveLength(4)
})

test('the choices of a request cannot be changed after a failed upload (D28)', async () => {
  const { office } = await fillLinkDialog()
  office.uploads.failNext('archivo-1.pdf', 1)
  await press('Enviar')
  await press('Confirmar vinculación')
  await flushReplies()
  await press('Volver al formulario')
  const sentDialog = getDialog('Usuarios asignables')
  expect(sentDialog.textContent).toContain('El cargue falló, archivo-1.pdf.')
  expect(within(sentDialog).queryByRole('button', { name: /^Quitar/ })).toBeNull()
  expect(sentDialog.textContent).not.toContain('No has asignado un usuario')
  for (const radio of within(sentDialog).getAllByRole('radio')) expect(radio.closest('[inert]')).not.toBeNull()
})

const makeUnreadable = (file: File) =>
  Object.assign(file, { arrayBuffer: () => Promise.reject(new TypeError('the file changed')) })

test('the link dialog shows the chosen person after a document of the created request was unreadable', async () => {
  await fillLinkDialog()
  await attach('Copia del documento de identidad', makeUnreadable(createPdf('copia.pdf')))
  const search = within(getDialog('Usuarios asignables')).getByRole('searchbox')
  await act(async () => fireEvent.change(search, { target: { value: 'Iván' } }))
  expect(screen.queryByRole('radio', { name: 'César Augusto Niño' })).toBeNull()
  await press('Enviar')
  await press('Confirmar vinculación')
  await flushReplies()
  expect(getDialog('Usuarios asignables').textContent).toMatch(/La solicitud S-2026-\d+ ya está creada/)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'César Augusto Niño' }).checked).toBe(true)
})

test('closing the dialog after a failed upload opens the request with the names of the missing documents', async () => {
  const { history, office } = await fillLinkDialog()
  office.uploads.failNext('archivo-1.pdf', 1)
  await press('Enviar')
  await press('Confirmar vinculación')
  await flushReplies()
  await press('Volver al formulario')
  await act(async () =>
    fireEvent.click(
      within(getDialog('Usuarios asignables')).getAllByRole('button', { name: 'Cerrar' })[1] ?? document.body,
    ),
  )
  expect(history().at(-1)).toMatch(/^\/imc\/MisSolicitudes\?solicitud=sol-/)
  expect(
    await screen.findByText(/Faltan 2 archivos: Copia del documento de identidad y Certificación de operador\./),
  ).toBeTruthy()
})

// «Purchase, assign, reassign failures: the server message in an 'Error!' dialog.»
test('the Error! dialog shows the message of a refused link over its form, which keeps the choice (§8)', async () => {
  const message = 'La pantalla ya tiene una solicitud en curso'
  await fillLinkDialog({
    imc: ({ screens }) => ({
      screens: { ...screens, link: async () => err({ kind: 'rejected', status: 409, message }) },
    }),
  })
  await act(async () => getButton('Enviar').focus())
  await press('Enviar')
  await press('Confirmar vinculación')
  await flushReplies()
  const error = screen.getByRole('alertdialog', { name: 'Error!' })
  expect(readDescription(error)).toBe(message)
  expect(document.activeElement).toBe(getButton('Volver al formulario', error))
  await press('Volver al formulario')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  const form = getDialog('Usuarios asignables')
  expect(within(form).getByRole<HTMLInputElement>('radio', { name: 'César Augusto Niño' }).checked).toBe(true)
  expect(form.textContent).toContain('archivo-0.pdf')
  await waitFor(() => expect(form.contains(document.activeElement)).toBe(true))
})

// «requirements table with a file input per requirement» and «requirements table», in both dialogs
test.each([
  ['Vincular', 'P-07'],
  ['Cambiar', 'P-02'],
])('the dialog of %s has the table of requirements with a file input each (§2.5)', async (action, row) => {
  await openScreens()
  await press(action, getRow(row))
  if (action === 'Vincular') await chooseOption('Perfil', 'Operador dólar')
  const table = await screen.findByRole('table', { name: 'Requisitos' })
  const headings = (role: string) =>
    within(table)
      .getAllByRole(role)
      .map(({ textContent }) => textContent)
  expect(headings('columnheader')).toEqual(['Requisito', 'Archivo'])
  expect(headings('rowheader')).toEqual(DOCUMENTS)
  for (const name of DOCUMENTS) {
    const file = within(within(table).getByRole('row', { name: new RegExp(name) })).getByLabelText(name, INPUT)
    expect(file.getAttribute('type')).toBe('file')
  }
})

// «during assign/reassign a processing dialog 'Cargando... Espera mientras se procesa la solicitud.' is shown»
test('the processing dialog shows the progress of each file and cannot be closed (§4)', async () => {
  const ends: (() => void)[] = []
  const { history } = await fillLinkDialog({
    imc: ({ requests }) => ({
      requests: {
        ...requests,
        async upload(requestId, id, file, options) {
          options?.onProgress?.(0.64)
          await new Promise<void>((resolve) => ends.push(resolve))
          return requests.upload(requestId, id, file)
        },
      },
    }),
  })
  await press('Enviar')
  await press('Confirmar vinculación')
  await flushReplies()
  const processing = screen.getByRole('alertdialog', { name: 'Cargando...' })
  expect(readDescription(processing)).toBe('Espera mientras se procesa la solicitud.')
  expect(processing.contains(document.activeElement)).toBe(true)
  expect(within(processing).queryByRole('button')).toBeNull()
  const readFiles = () =>
    within(processing)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(readFiles()).toEqual([
    'Carta de autorizaciónarchivo-0.pdf64%',
    'Copia del documento de identidadarchivo-1.pdf0%',
    'Certificación de operadorarchivo-2.pdf0%',
  ])
  await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
  await act(async () => ends.shift()?.())
  await flushReplies()
  expect(screen.getByRole('alertdialog', { name: 'Cargando...' })).toBe(processing)
  expect(readFiles().slice(0, 2)).toEqual([
    'Carta de autorizaciónarchivo-0.pdf, cargado',
    'Copia del documento de identidadarchivo-1.pdf64%',
  ])
  for (const _ of DOCUMENTS) {
    await act(async () => ends.shift()?.())
    await flushReplies()
  }
  expect(history().at(-1)).toBe('/imc/MisSolicitudes')
})

// «in reassign a thrown upload error shows the support message and stops»
test('an upload without an answer stops a change, and a retry goes on from there (§8, D85)', async () => {
  const { history, office, imc } = await openScreens()
  await press('Cambiar', getRow('P-02'))
  await chooseRadio('P-08 de la suscripción 004512')
  await attachDocuments((name) => createPdf(`${name.slice(0, 5)}.pdf`))
  office.uploads.failNext('Copia.pdf', 1)
  await press('Enviar')
  await press('Confirmar cambio')
  await flushReplies()
  expect(readDescription(screen.getByRole('alertdialog', { name: 'Error!' }))).toBe(
    'Error en el servidor, por favor comuniquese con el equipo de soporte. ' +
      'Se envió Carta.pdf. No se enviaron Copia.pdf y Certi.pdf.',
  )
  await press('Volver al formulario')
  expect(getDialog('Cambio de pantalla').textContent).toContain('Certi.pdf, sin enviar')
  await waitFor(() => expect(document.activeElement).toBe(getButton('Reintentar')))
  await press('Reintentar')
  await flushReplies()
  expect(history().at(-1)).toBe('/imc/MisSolicitudes')
  const list = await imc.requests.list()
  expect(list.ok && list.value[0]?.status).toBe('in-progress')
})

test('a change of the user shows a confirmation and creates a request (D27)', async () => {
  const { imc } = await openScreens()
  await press('Cambiar', getRow('P-02'))
  await screen.findByRole('radio', { name: 'P-08 de la suscripción 004512' })
  await press('Enviar')
  expect(getDialog('Cambio de pantalla').textContent).toContain('No has asignado un usuario')
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Otro usuario para la misma pantalla' })))
  await chooseRadio('Iván Echavarría')
  await attachDocuments()
  await press('Enviar')
  expect(screen.getByRole('alertdialog').textContent).toContain(
    'La pantalla P-02 pasará de Beatriz Londoño Ruiz a Iván Echavarría.',
  )
  await press('Confirmar cambio')
  await flushReplies()
  const list = await imc.requests.list()
  expect(list.ok && list.value[0]?.kind).toBe('user-change')
})

/** Sends the change. The request is created, and then its documents cannot be read. */
async function sendUnreadableDocuments() {
  await attachDocuments(createUnreadablePdf)
  await press('Enviar')
  await press('Confirmar cambio')
  await flushReplies()
  expect(getDialog('Cambio de pantalla').textContent).toMatch(/La solicitud S-2026-\d+ ya está creada/)
}

test('the change dialog shows the chosen person after a document of the created request was unreadable', async () => {
  await openScreens()
  await press('Cambiar', getRow('P-02'))
  await chooseRadio('Otro usuario para la misma pantalla')
  await chooseRadio('Iván Echavarría')
  await sendUnreadableDocuments()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Iván Echavarría' }).checked).toBe(true)
})

test('the change dialog shows the chosen screen after a document of the created request was unreadable', async () => {
  await openScreens()
  await press('Cambiar', getRow('P-02'))
  await chooseRadio('P-08 de la suscripción 004512')
  await sendUnreadableDocuments()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'P-08 de la suscripción 004512' }).checked).toBe(true)
})

test('a change shows the new screen while its documents are sent (D27)', async () => {
  await openScreens({ imc: ({ requests }) => ({ requests: { ...requests, upload: () => new Promise(() => {}) } }) })
  await press('Cambiar', getRow('P-02'))
  await chooseRadio('P-08 de la suscripción 004512')
  await attachDocuments()
  await press('Enviar')
  await press('Confirmar cambio')
  await flushReplies()
  // The processing dialog covers it.
  const sentDialog = screen.getByRole('dialog', { name: 'Cambio de pantalla', hidden: true })
  expect(sentDialog.textContent).toContain('DespuésP-08')
  expect(sentDialog.textContent).not.toContain('No has asignado un usuario')
})

test('a confirmed release puts its screen in transit (§8)', async () => {
  await openScreens()
  await press('Desvincular', getRow('P-02'))
  const confirmation = screen.getByRole('alertdialog', { name: '¿esta seguro de continuar?' })
  expect(confirmation.textContent).toContain('Se pedirá desvincular la pantalla P-02 de Beatriz Londoño Ruiz.')
  expect(getButton('No', confirmation)).toBeTruthy()
  await press('Si', confirmation)
  await flushReplies()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(getButton('Tramitando', getRow('P-02'))).toBeTruthy()
})

test('a failed release shows the message of the service (§8)', async () => {
  await openScreens({
    imc: ({ screens }) => ({
      screens: {
        ...screens,
        release: async () => err({ kind: 'server-error', status: 500, message: 'Sin conexión con el registro.' }),
      },
    }),
  })
  await press('Desvincular', getRow('P-02'))
  await press('Si')
  await flushReplies()
  expect(screen.getByRole('alert').textContent).toBe('Error! Sin conexión con el registro.')
})

test('one confirmation requests the release of several screens and shows each result', async () => {
  const message = 'La pantalla ya tiene una solicitud en curso'
  const { imc } = await openScreens({
    imc: ({ screens }) => ({
      screens: {
        ...screens,
        release: async (key, ...rest) =>
          key.screen === 'P-03' ? err({ kind: 'rejected', status: 409, message }) : screens.release(key, ...rest),
      },
    }),
  })
  for (const name of ['P-02', 'P-03', 'P-07']) {
    await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(`Seleccionar ${name}`) })))
  }
  await press('Desvincular seleccionadas')
  const confirmation = screen.getByRole('alertdialog', { name: '¿esta seguro de continuar?' })
  const listItems = (name: string) =>
    within(within(confirmation).getByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(listItems('Pantallas por desvincular')).toEqual(['P-02, Beatriz Londoño Ruiz', 'P-03, Diana Marcela Güiza'])
  expect(listItems('Pantallas que no se pueden desvincular')).toEqual(['P-07está disponible'])
  await press('Si', confirmation)
  await flushReplies()
  expect(within(confirmation).getByRole('status').textContent).toBe('1 de 3 solicitudes enviadas')
  expect(listItems('Pantallas por desvincular')[0]).toMatch(/^P-02, Beatriz Londoño RuizSolicitud enviada, S-2026-/)
  expect(listItems('Pantallas por desvincular')[1]).toBe(`P-03, Diana Marcela Güiza${message}`)
  const list = await imc.requests.list()
  expect(list.ok && list.value.filter(({ kind }) => kind === 'release')).toHaveLength(1)
})

// «search 'Buscar por Usuario' by user name»
test.each(['fquinones', 'Fabiola'])(
  'the search for %s finds a username, and also a full name (§2.5, D88)',
  async (text) => {
    await openScreens()
    await act(async () =>
      fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar por Usuario' }), { target: { value: text } }),
    )
    await waitFor(() =>
      expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining('P-09'),
      ]),
    )
  },
)

test('a release moves the focus to the close button, then to the search, and clears the selection', async () => {
  await openScreens()
  for (const name of ['P-02', 'P-03']) {
    await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(`Seleccionar ${name}`) })))
  }
  await act(async () => getButton('Desvincular seleccionadas').focus())
  await press('Desvincular seleccionadas')
  const confirmation = screen.getByRole('alertdialog')
  await act(async () => getButton('Si', confirmation).focus())
  await press('Si', confirmation)
  await flushReplies()
  const [, close] = within(confirmation).getAllByRole('button', { name: 'Cerrar' })
  expect(document.activeElement).toBe(close)
  await act(async () => fireEvent.click(close ?? document.body))
  await flushReplies()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
  expect(screen.queryByText(/seleccionada/)).toBeNull()
})
