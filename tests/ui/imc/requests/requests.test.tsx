import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

import type { MemoryClock } from '#src/adapters/memory/platform.ts'
import { NO_GOVERNANCE } from '#src/domain/imc/governance/governance.ts'
import { ok } from '#src/domain/result.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { flushReplies, getButton, getRow, openImc, press } from '#tests/ui/imc/imc-portal.tsx'

async function openRequests(options: Parameters<typeof openImc>[0] = {}) {
  const portal = await openImc({ path: '/imc/MisSolicitudes', ...options })
  await screen.findByRole('rowheader', { name: 'S-2026-00420' })
  return portal
}

const getPanel = (reference: string) => screen.getByRole('region', { name: `Solicitud ${reference}` })
const readSteps = (reference: string) =>
  within(within(getPanel(reference)).getByRole('list', { name: 'Seguimiento' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('h3')?.textContent)

/** Advances the clock and runs the polls due in that time. */
async function advance(clock: MemoryClock, milliseconds: number) {
  await act(async () => clock.advance(milliseconds))
  await flushReplies()
}

test('the requests are listed with reference, user, date, type and status (§2.5)', async () => {
  await openRequests()
  const cells = within(getRow('S-2026-00420'))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells).toEqual(['Fabiola Quiñones', '2026-11-20', 'Vinculación', 'En trámite'])
  expect(screen.getByText('3 solicitudes, 1 en curso')).toBeTruthy()
})

test('a search by status finds its requests, and segments with counts filter them in the address (D89)', async () => {
  const { history, ports } = await openRequests()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'rechazada' } })
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['S-2026-00418'])
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } })
  const segments = screen.getByRole('radiogroup', { name: 'Estatus' })
  expect(
    within(segments)
      .getAllByRole('radio')
      .map((radio) => radio.parentElement?.textContent),
  ).toEqual([...['Todas3', 'Creada0', 'Documentos0', 'En trámite1', 'Aprobada1', 'Rechazada1']])
  fireEvent.click(within(segments).getByRole('radio', { name: 'Aprobada' }))
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['S-2026-00415'])
  await advance(ports.clock as MemoryClock, SECOND_MS)
  expect(history().at(-1)).toBe('/imc/MisSolicitudes?estatus=aprobada')
})

test('a link to a screen marks and announces its row, also when its user has no screen (D89)', async () => {
  const { portal } = await openRequests({ path: '/imc/MisSolicitudes?solicitud=sol-00418' })
  await act(async () => fireEvent.click(await screen.findByRole('link', { name: 'Ver pantalla P-07' })))
  await screen.findByRole('rowheader', { name: 'P-07' })
  expect(getRow('P-07').getAttribute('aria-current')).toBe('true')
  expect(portal.announcer.getSnapshot().text).toBe('Pantalla P-07, Disponible')
})

test('the timeline shows the finished and the pending steps with Bogotá times', async () => {
  await openRequests({ path: '/imc/MisSolicitudes?solicitud=sol-00420' })
  expect(await screen.findByText('2026-11-20, 10:47:15')).toBeTruthy()
  expect(readSteps('S-2026-00420')).toEqual(['Creada', 'Documentos', 'En trámite', 'Aprobada o rechazada'])
  expect(getPanel('S-2026-00420').textContent).toContain(
    'Por Paula Ibáñez Cárdenas. Vincular P-09 a Fabiola Quiñones con el perfil Operador dólar.',
  )
})

test('a request for a screen links to the page of the screen, a purchase does not (D26)', async () => {
  const { imc, history } = await openRequests({ path: '/imc/MisSolicitudes?solicitud=sol-00420' })
  const link = await screen.findByRole('link', { name: 'Ver pantalla P-09' })
  await press('S-2026-00415')
  await screen.findByText(/1 paquete USD-CON-20/)
  expect(screen.queryByRole('link', { name: /^Ver pantalla/ })).toBeNull()
  await press('S-2026-00420')
  const shownAgain = await screen.findByRole('link', { name: link.textContent ?? '' })
  await act(async () => fireEvent.click(shownAgain))
  expect(history().at(-1)).toBe('/imc/MisProductos/Detalles/SubDetalles/usr-andina-fquinones?pantalla=P-09')
  expect(imc.imcSession.readChosenSubscription()).toEqual({ packageId: 'paq-usd-pro', number: '004512' })
})

test('an unknown request in the address links to the list of requests', async () => {
  stubWidePage()
  const { history } = await openRequests({ path: '/imc/MisSolicitudes?solicitud=sol-desconocida' })
  const panel = await screen.findByRole('region', { name: 'Solicitud' })
  const link = await within(panel).findByRole('link', { name: 'Ir a Mis solicitudes' })
  expect(within(panel).queryByRole('button', { name: 'Reintentar' })).toBeNull()
  await act(async () => fireEvent.click(link))
  expect(history().at(-1)).toBe('/imc/MisSolicitudes')
  expect(screen.queryByRole('group', { name: 'No pudimos consultar la solicitud' })).toBeNull()
})

test('the link from an unknown request preserves the search and order of the list, and focuses the main element', async () => {
  stubWidePage()
  const query = 'buscar=S-2026&orden=-status'
  const { history } = await openRequests({ path: `/imc/MisSolicitudes?solicitud=sol-desconocida&${query}` })
  const link = await screen.findByRole('link', { name: 'Ir a Mis solicitudes' })
  link.focus()
  await act(async () => fireEvent.click(link))
  expect(history().at(-1)).toBe(`/imc/MisSolicitudes?${query}`)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('an unknown request is announced, and its explanation is a named group', async () => {
  stubWidePage()
  const { portal } = await openRequests({ path: '/imc/MisSolicitudes?solicitud=sol-desconocida' })
  const explanation = await screen.findByRole('group', { name: 'No pudimos consultar la solicitud' })
  expect(within(explanation).getByRole('link', { name: 'Ir a Mis solicitudes' })).toBeTruthy()
  expect(portal.announcer.getSnapshot().text).toBe('No pudimos consultar la solicitud')
})

test('a step of the timeline shows the name of the person who did it', async () => {
  const { office } = await openRequests({ path: '/imc/MisSolicitudes?solicitud=sol-00420' })
  await screen.findByText('2026-11-20, 10:47:15')
  office.imc.settle('sol-00420', 'approved')
  await press('S-2026-00415')
  await press('S-2026-00420')
  await screen.findByText('2026-11-20, 10:47:15')
  const stepTexts = within(within(getPanel('S-2026-00420')).getByRole('list', { name: 'Seguimiento' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent ?? '')
  expect(stepTexts.slice(1)).toEqual(['Por Paula Ibáñez Cárdenas. 3 de 3 cargados.', '', 'Por Operaciones.'])
})

test('a change by the operator updates the timeline without a reload and is announced', async () => {
  const { office, ports, portal } = await openRequests({ path: '/imc/MisSolicitudes?solicitud=sol-00420' })
  await screen.findByText('2026-11-20, 10:47:15')
  office.imc.settle('sol-00420', 'refused', 'La carta no está firmada.')
  await advance(ports.clock as MemoryClock, 5 * SECOND_MS)
  expect(readSteps('S-2026-00420')).toEqual(['Creada', 'Documentos', 'En trámite', 'Rechazada'])
  expect(getPanel('S-2026-00420').textContent).toContain('MotivoLa carta no está firmada.')
  expect(portal.announcer.getSnapshot().text).toBe('Solicitud S-2026-00420: Rechazada')
  expect(within(getRow('S-2026-00420')).getByText('Rechazada')).toBeTruthy()
})

test('a press on a reference opens the timeline and puts the request id in the address', async () => {
  const { history } = await openRequests()
  await press('S-2026-00415')
  expect(history().at(-1)).toBe('/imc/MisSolicitudes?solicitud=sol-00415')
  expect((await screen.findAllByText(/1 paquete USD-CON-20/)).length).toBe(1)
  expect(readSteps('S-2026-00415')).toEqual(['Creada', 'En trámite', 'Aprobada'])
})

const LINK_REQUEST = {
  screen: { packageId: 'paq-usd-pro', number: '004512', profileId: 'prf-operador', screen: 'P-07' },
  profileId: 'prf-consulta',
  userId: 'usr-andina-cnino',
  observations: '',
}

/** Creates a request and starts to upload its only document. `finishUpload` ends the upload. */
async function startUpload() {
  let finishUpload = () => {}
  const portal = await openRequests({
    imc: ({ requests }) => ({
      requests: {
        ...requests,
        async upload(...upload) {
          await new Promise<void>((resolve) => {
            finishUpload = resolve
          })
          await requests.upload(...upload)
          return ok(undefined)
        },
      },
    }),
  })
  const created = await portal.imc.screens.link(LINK_REQUEST, 'key-x')
  if (!created.ok) throw new Error('not created')
  const clock = portal.ports.clock as MemoryClock
  await advance(clock, 5 * SECOND_MS)
  await press(created.value.reference)
  const field = await screen.findByLabelText('Copia del documento de identidad', { selector: 'input' })
  await act(async () => {
    fireEvent.change(field, { target: { files: [new File(['x'], 'cedula.pdf', { type: 'application/pdf' })] } })
  })
  return { ...portal, clock, reference: created.value.reference, finishUpload: () => act(async () => finishUpload()) }
}

const readToast = ({ portal }: Awaited<ReturnType<typeof openImc>>) => portal.toasts.getSnapshot().current?.text

test('an upload continues while another request is shown (D28)', async () => {
  const portal = await startUpload()
  await press('S-2026-00415')
  await screen.findByText(/1 paquete USD-CON-20/)
  await press(portal.reference)
  expect(await screen.findByText('cedula.pdf')).toBeTruthy()
  await press('S-2026-00415')
  await portal.finishUpload()
  await advance(portal.clock, 5 * SECOND_MS)
  expect(readToast(portal)).toBe('Solicitud Enviada.')
  expect(within(getRow(portal.reference)).getByText('En trámite')).toBeTruthy()
})

test('an upload continues when the page becomes narrow', async () => {
  const makePageNarrow = stubWidePage()
  const portal = await startUpload()
  await makePageNarrow()
  expect(await screen.findByText('cedula.pdf')).toBeTruthy()
  expect(readToast(portal)).toBeUndefined()
  await portal.finishUpload()
  expect(readToast(portal)).toBe('Solicitud Enviada.')
})

test('leaving the page ends a running upload and shows a failure toast with the file name', async () => {
  const portal = await startUpload()
  await portal.navigate('/imc/MisUsuarios')
  expect(readToast(portal)).toMatch(/^El cargue falló, cedula\.pdf\./)
})

/** Stubs a page of 1200 px. The returned function makes the page narrow. */
function stubWidePage() {
  const originalMatchMedia = window.matchMedia
  const listeners = new Set<() => void>()
  let isWide = true
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(min-width: 1200px)'
      ? {
          get matches() {
            return isWide
          },
          addEventListener: (_: string, listener: () => void) => listeners.add(listener),
          removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
        }
      : originalMatchMedia(query),
  )
  onTestFinished(() => {
    vi.stubGlobal('matchMedia', originalMatchMedia)
  })
  return () =>
    act(async () => {
      isWide = false
      for (const listener of listeners) listener()
    })
}

test('a new request does not close the open request on a wide page', async () => {
  stubWidePage()
  const { imc, ports } = await openRequests()
  await screen.findByText('2026-11-20, 10:47:15')
  await imc.screens.link(LINK_REQUEST, 'key-x')
  await advance(ports.clock as MemoryClock, 5 * SECOND_MS)
  expect(getPanel('S-2026-00420')).toBeTruthy()
})

test('a wide page shows the newest request of the chosen segment, and marks its row', async () => {
  stubWidePage()
  await openRequests()
  expect(getPanel('S-2026-00420')).toBeTruthy()
  for (const [segment, reference] of [
    ['Rechazada', 'S-2026-00418'],
    ['Aprobada', 'S-2026-00415'],
    ['Todas', 'S-2026-00420'],
  ] as const) {
    fireEvent.click(within(screen.getByRole('radiogroup', { name: 'Estatus' })).getByRole('radio', { name: segment }))
    await flushReplies()
    expect(getPanel(reference)).toBeTruthy()
    expect(getRow(reference).getAttribute('aria-current')).toBe('true')
  }
})

test('the panel of a request uploads its missing documents (D28)', async () => {
  const { imc, ports } = await openRequests()
  const created = await imc.screens.link(LINK_REQUEST, 'key-x')
  if (!created.ok) throw new Error('not created')
  await advance(ports.clock as MemoryClock, 5 * SECOND_MS)
  await press(created.value.reference)
  const field = await screen.findByLabelText('Copia del documento de identidad', { selector: 'input' })
  expect(getPanel(created.value.reference).textContent).toContain('Creada')
  await act(async () => {
    fireEvent.change(field, { target: { files: [new File(['x'], 'cedula.pdf', { type: 'application/pdf' })] } })
  })
  await flushReplies()
  expect(readSteps(created.value.reference).slice(0, 3)).toEqual(['Creada', 'Documentos', 'En trámite'])
  expect(
    within(getPanel(created.value.reference)).getByRole('link', { name: 'Copia del documento de identidad' }),
  ).toBeTruthy()
})

/** Opens the form of the rejected request of the demo, from its row. */
async function openCorrection(options: Parameters<typeof openRequests>[0] = {}) {
  const portal = await openRequests(options)
  await act(async () =>
    fireEvent.click(within(getRow('S-2026-00418')).getByRole('button', { name: 'Corregir y reenviar' })),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Corregir y reenviar' })
  await within(dialog).findByLabelText('Carta de autorización')
  return { ...portal, dialog }
}

const choose = (dialog: HTMLElement, label: string, name: string) =>
  act(async () =>
    fireEvent.change(within(dialog).getByLabelText(label), {
      target: { files: [new File(['%PDF-1.7'], name, { type: 'application/pdf' })] },
    }),
  )

test('the form of a correction has all that was sent and marks the file that the reason names (D90)', async () => {
  const { dialog } = await openCorrection()
  expect(dialog.textContent).toContain('La carta de autorización no está firmada.')
  expect(dialog.textContent).toContain('Vincular P-07 a César Augusto Niño con el perfil Operador dólar.')
  expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Reemplazo por vacaciones.')
  const file = within(dialog).getByLabelText('Carta de autorización')
  expect(file.getAttribute('aria-invalid')).toBe('true')
  expect(within(dialog).getByLabelText('Copia del documento de identidad').getAttribute('aria-invalid')).toBeNull()
  await press('Reenviar')
  expect(within(dialog).getByText('Reemplace el archivo o cambie la observación que causó el rechazo.')).toBeTruthy()
})

test('a correction uploads only the replaced file, and both requests name each other (D90)', async () => {
  const uploads: string[] = []
  const { dialog, history } = await openCorrection({
    imc: ({ requests }) => ({
      requests: {
        ...requests,
        upload: (request, requirement, ...rest) => {
          uploads.push(requirement)
          return requests.upload(request, requirement, ...rest)
        },
      },
    }),
  })
  await choose(dialog, 'Carta de autorización', 'firmada.pdf')
  await press('Reenviar')
  await vi.waitFor(() => expect(history().at(-1)).toBe('/imc/MisSolicitudes?solicitud=sol-00421'))
  expect(uploads).toEqual(['req-autorizacion'])
  expect(await within(getPanel('S-2026-00421')).findByRole('link', { name: 'S-2026-00418' })).toBeTruthy()
  expect(readSteps('S-2026-00421')).toEqual(['Creada', 'Documentos', 'En trámite', 'Aprobada o rechazada'])
  expect(within(getRow('S-2026-00418')).queryByRole('button', { name: 'Corregir y reenviar' })).toBeNull()
  await press('S-2026-00418')
  expect(await within(getPanel('S-2026-00418')).findByRole('link', { name: 'S-2026-00421' })).toBeTruthy()
})

test('the second of two administrators reads who was first, sees the new request and keeps the text (D90)', async () => {
  const { dialog, imc, history } = await openCorrection()
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Carta firmada hoy.' } })
  const other = { observations: 'Otra.', userId: null, quantity: null, price: null, keptIds: [] }
  await act(async () => void (await imc.requests.correct('sol-00418', other, 'other-key')))
  await press('Reenviar')
  const refusal = await screen.findByRole('alertdialog', { name: 'Error!' })
  expect(refusal.textContent).toContain('Paula Ibáñez Cárdenas ya corrigió esta solicitud. La nueva es S-2026-00421.')
  await press('Volver al formulario')
  expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Carta firmada hoy.')
  await act(async () => fireEvent.click(within(dialog).getByRole('link', { name: 'Ver S-2026-00421' })))
  expect(history().at(-1)).toBe('/imc/MisSolicitudes?solicitud=sol-00421')
})

test('a correction can name another user for the screen (D90)', async () => {
  const { dialog, history } = await openCorrection()
  await press('Elegir otro usuario')
  await vi.waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('searchbox')))
  await act(async () => fireEvent.click(await within(dialog).findByRole('radio', { name: 'Iván Echavarría' })))
  await press('Reenviar')
  await vi.waitFor(() => expect(history().at(-1)).toBe('/imc/MisSolicitudes?solicitud=sol-00421'))
  expect(within(getRow('S-2026-00421')).getByText('Iván Echavarría')).toBeTruthy()
})

test('a purchase is reviewed before it is sent again (D90, D99)', async () => {
  const sent: (number | null)[] = []
  await openRequests({
    imc: ({ requests }) => ({
      requests: {
        ...requests,
        async detail(...call) {
          const found = await requests.detail(...call)
          const purchase = { kind: 'purchase', packageCode: 'Plata', documents: [], quantity: 2, price: 1_000 } as const
          return found.ok ? ok({ ...found.value, ...purchase }) : found
        },
        async correct(_id, { quantity }) {
          sent.push(quantity)
          return ok({ id: 'sol-00418', reference: 'S-2026-00418' })
        },
      },
    }),
  })
  await act(async () =>
    fireEvent.click(within(getRow('S-2026-00418')).getByRole('button', { name: 'Corregir y reenviar' })),
  )
  fireEvent.change(await screen.findByLabelText('Numero de paquetes a comprar'), { target: { value: '3' } })
  await press('Reenviar')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Revise su solicitud' }))
  expect(screen.getByRole('dialog').textContent).toContain('3 paquetes')
  await press('Volver')
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reenviar' })))
  expect(screen.getByLabelText<HTMLInputElement>('Numero de paquetes a comprar').value).toBe('3')
  await press('Reenviar')
  expect(sent).toEqual([])
  await press('Confirmar solicitud')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([3])
})

test('a user who only reads sees no correction (D25)', async () => {
  await openRequests({ path: '/imc/MisSolicitudes?solicitud=sol-00418', username: 'operador' })
  await within(getPanel('S-2026-00418')).findByText('Reemplazo por vacaciones.')
  expect(screen.queryByRole('button', { name: 'Corregir y reenviar' })).toBeNull()
})

/** Opens Mis solicitudes with a release that waits for a second person, created by this one. */
async function openWaiting(creator: 'admin' | 'nuevo') {
  const portal = await openImc({ path: '/imc/Costos' })
  const other = portal.office.browser()
  const login = { entity: 'ANDINA', username: 'nuevo', password: DEMO_PASSWORD }
  await other.imcAuth.signIn(login)
  await other.imcAuth.renewPassword('usr-andina-nuevo', 'Cordillera#Central2026')
  await portal.imc.governance.save({ ...NO_GOVERNANCE, fourEyesRequests: true }, 0)
  const browser = creator === 'admin' ? portal.imc : other
  const screens = await browser.screens.list('004512')
  const assigned = screens.ok && screens.value.find(({ status }) => status === 'assigned')
  if (!assigned) throw new Error('no screen is assigned')
  const { packageId, number, profileId, screen: name } = assigned
  await browser.screens.release({ packageId, number, profileId, screen: name }, 'key-of-release')
  await portal.navigate('/imc/MisSolicitudes?solicitud=sol-00421')
  await screen.findByRole('list', { name: 'Seguimiento' })
  return { ...portal, other: other.requests }
}

test('another administrator confirms a waiting request with one press, and the panel has the focus (D106)', async () => {
  const { portal } = await openWaiting('nuevo')
  expect(readSteps('S-2026-00421')).toEqual(['Por confirmar', 'Creada', 'En trámite', 'Aprobada o rechazada'])
  expect(screen.getByRole('radio', { name: 'Por confirmar' })).toBeTruthy()
  getButton('Confirmar').focus()
  await press('Confirmar')
  await flushReplies()
  expect(portal.toasts.getSnapshot().current?.text).toBe('Solicitud confirmada y enviada.')
  expect(readSteps('S-2026-00421')).toEqual(['Por confirmar', 'Creada', 'En trámite', 'Aprobada o rechazada'])
  expect(getPanel('S-2026-00421').textContent).toContain('Confirmada por Paula Ibáñez Cárdenas.')
  expect(document.activeElement).toBe(getPanel('S-2026-00421'))
  expect(screen.queryByRole('button', { name: 'Confirmar' })).toBeNull()
})

test('a request is returned with a reason; what was typed stays when another person was first (D106)', async () => {
  const { other } = await openWaiting('nuevo')
  await press('Devolver')
  const dialog = await screen.findByRole('dialog', { name: '¿Devolver la solicitud?' })
  await press('Devolver solicitud', dialog)
  const reason = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Motivo' })
  expect(reason.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(reason, { target: { value: 'El usuario se retira.' } })
  await other.decide('sol-00421', { decision: 'withdrawn', reason: '' })
  await press('Devolver solicitud', dialog)
  await flushReplies()
  expect(within(dialog).getByText('Helena Bermúdez Sáenz ya retiró esta solicitud.')).toBeTruthy()
  expect(reason.value).toBe('El usuario se retira.')
})

test('the creator of a waiting request reads that it waits, and withdraws it (D106)', async () => {
  const { portal } = await openWaiting('admin')
  expect(screen.getByText('Espera la confirmación de otra persona.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Confirmar' })).toBeNull()
  await press('Retirar')
  await press('Retirar solicitud', await screen.findByRole('alertdialog', { name: '¿Retirar la solicitud?' }))
  await flushReplies()
  expect(portal.toasts.getSnapshot().current?.text).toBe('Solicitud retirada.')
  expect(getPanel('S-2026-00421').textContent).toContain('Retirada por Paula Ibáñez Cárdenas.')
})

test('the reason of a return survives the end of the session (D69, D106)', async () => {
  const { refusals, imc, navigate } = await openWaiting('nuevo')
  await press('Devolver')
  const dialog = await screen.findByRole('dialog', { name: '¿Devolver la solicitud?' })
  const typed = 'El usuario se retira.'
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Motivo' }), { target: { value: typed } })
  await act(async () => refusals.refuse(null))
  const login = await imc.imcAuth.signIn({ entity: 'ANDINA', username: 'admin', password: DEMO_PASSWORD })
  if (login.ok && 'userId' in login.value) imc.imcSession.write(login.value)
  await navigate('/imc/MisSolicitudes?solicitud=sol-00421')
  const restored = await screen.findByRole('dialog', { name: '¿Devolver la solicitud?' })
  expect(within(restored).getByRole<HTMLTextAreaElement>('textbox', { name: 'Motivo' }).value).toBe(typed)
  await press('Devolver solicitud', restored)
  await flushReplies()
  expect(getPanel('S-2026-00421').textContent).toContain(`Devuelta por Paula Ibáñez Cárdenas: ${typed}`)
})
