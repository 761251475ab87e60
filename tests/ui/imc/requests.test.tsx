import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

import type { MemoryClock } from '#src/adapters/memory/clocks.ts'
import { ok } from '#src/domain/result.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { openImc, press, row, settle } from '#tests/ui/imc/imc-portal.tsx'

async function openRequests(options: Parameters<typeof openImc>[0] = {}) {
  const portal = await openImc({ path: '/imc/MisSolicitudes', ...options })
  await screen.findByRole('rowheader', { name: 'S-2026-00420' })
  return portal
}

const panel = (reference: string) => screen.getByRole('region', { name: `Solicitud ${reference}` })
const steps = (reference: string) =>
  within(within(panel(reference)).getByRole('list', { name: 'Seguimiento' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('h3')?.textContent)

/** Runs the polls that are due after this time. */
async function advance(clock: MemoryClock, milliseconds: number) {
  await act(async () => clock.advance(milliseconds))
  await settle()
}

test('the requests are listed with reference, user, date, type and status (§2.5)', async () => {
  await openRequests()
  const cells = within(row('S-2026-00420'))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells).toEqual(['Fabiola Quiñones', '2026-11-20', 'Vinculación', 'En trámite'])
  expect(screen.getByText('2 solicitudes, 1 en curso')).toBeTruthy()
})

test('the timeline shows the reached and the pending steps with Bogotá times', async () => {
  await openRequests({ path: '/imc/MisSolicitudes?solicitud=sol-00420' })
  expect(await screen.findByText('2026-11-20, 10:47:15')).toBeTruthy()
  expect(steps('S-2026-00420')).toEqual(['Creada', 'Documentos', 'En trámite', 'Aprobada o rechazada'])
  expect(panel('S-2026-00420').textContent).toContain(
    'Por Paula Ibáñez Cárdenas. Vincular P-09 a Fabiola Quiñones con el perfil Operador dólar.',
  )
})

test('a request links to its screen, a purchase does not (D26)', async () => {
  const { imc, history } = await openRequests({ path: '/imc/MisSolicitudes?solicitud=sol-00420' })
  const link = await screen.findByRole('link', { name: 'Ver pantalla P-09' })
  await press('S-2026-00415')
  await screen.findByText(/1 paquete USD-CON-20/)
  expect(screen.queryByRole('link', { name: /^Ver pantalla/ })).toBeNull()
  await press('S-2026-00420')
  await act(async () => fireEvent.click(await screen.findByRole('link', { name: link.textContent ?? '' })))
  expect(history().at(-1)).toBe('/imc/MisProductos/Detalles/SubDetalles/usr-andina-fquinones')
  expect(imc.imcSession.readChosenSubscription()).toEqual({ packageId: 'paq-usd-pro', number: '004512' })
})

test('each step of a person shows the name of the person', async () => {
  const { office } = await openRequests({ path: '/imc/MisSolicitudes?solicitud=sol-00420' })
  await screen.findByText('2026-11-20, 10:47:15')
  office.imc.settle('sol-00420', 'approved')
  await press('S-2026-00415')
  await press('S-2026-00420')
  await screen.findByText('2026-11-20, 10:47:15')
  const facts = within(within(panel('S-2026-00420')).getByRole('list', { name: 'Seguimiento' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent ?? '')
  expect(facts.slice(1)).toEqual(['Por Paula Ibáñez Cárdenas. 3 de 3 cargados.', '', 'Por Operaciones.'])
})

test('a change by the operator updates the timeline without a reload and is announced', async () => {
  const { office, ports, useCases } = await openRequests({ path: '/imc/MisSolicitudes?solicitud=sol-00420' })
  await screen.findByText('2026-11-20, 10:47:15')
  office.imc.settle('sol-00420', 'refused', 'La carta no está firmada.')
  await advance(ports.clock as MemoryClock, 5 * SECOND_MS)
  expect(steps('S-2026-00420')).toEqual(['Creada', 'Documentos', 'En trámite', 'Rechazada'])
  expect(panel('S-2026-00420').textContent).toContain('MotivoLa carta no está firmada.')
  expect(useCases.announcer.getSnapshot().text).toBe('Solicitud S-2026-00420: Rechazada')
  expect(within(row('S-2026-00420')).getByText('Rechazada')).toBeTruthy()
})

test('a reference opens its timeline and is in the address', async () => {
  const { history } = await openRequests()
  await press('S-2026-00415')
  expect(history().at(-1)).toBe('/imc/MisSolicitudes?solicitud=sol-00415')
  expect((await screen.findAllByText(/1 paquete USD-CON-20/)).length).toBe(1)
  expect(steps('S-2026-00415')).toEqual(['Creada', 'En trámite', 'Aprobada'])
})

const LINK = {
  screen: { packageId: 'paq-usd-pro', number: '004512', profileId: 'prf-operador', screen: 'P-07' },
  profileId: 'prf-consulta',
  userId: 'usr-andina-cnino',
  observations: '',
}

/** Starts the upload of the one document of a new request; `end` lets it end. */
async function startUpload() {
  let end = () => {}
  const portal = await openRequests({
    imc: ({ requests }) => ({
      requests: {
        ...requests,
        async upload(...upload) {
          await new Promise<void>((resolve) => {
            end = resolve
          })
          await requests.upload(...upload)
          return ok(undefined)
        },
      },
    }),
  })
  const created = await portal.imc.screens.link(LINK, 'key-x')
  if (!created.ok) throw new Error('not created')
  const clock = portal.ports.clock as MemoryClock
  await advance(clock, 5 * SECOND_MS)
  await press(created.value.reference)
  const field = await screen.findByLabelText('Copia del documento de identidad', { selector: 'input' })
  await act(async () => {
    fireEvent.change(field, { target: { files: [new File(['x'], 'cedula.pdf', { type: 'application/pdf' })] } })
  })
  return { ...portal, clock, reference: created.value.reference, end: () => act(async () => end()) }
}

const toastOf = ({ useCases }: Awaited<ReturnType<typeof openImc>>) => useCases.toasts.getSnapshot()?.text

test('an upload continues while another request is shown (D28)', async () => {
  const portal = await startUpload()
  await press('S-2026-00415')
  await screen.findByText(/1 paquete USD-CON-20/)
  await press(portal.reference)
  expect(await screen.findByText('cedula.pdf')).toBeTruthy()
  await press('S-2026-00415')
  await portal.end()
  await advance(portal.clock, 5 * SECOND_MS)
  expect(toastOf(portal)).toBe('Solicitud Enviada.')
  expect(within(row(portal.reference)).getByText('En trámite')).toBeTruthy()
})

test('an upload continues when the page becomes narrow', async () => {
  const narrow = widen()
  const portal = await startUpload()
  await narrow()
  expect(await screen.findByText('cedula.pdf')).toBeTruthy()
  expect(toastOf(portal)).toBeUndefined()
  await portal.end()
  expect(toastOf(portal)).toBe('Solicitud Enviada.')
})

test('leaving the screen ends a running upload and announces its failure by name', async () => {
  const portal = await startUpload()
  await portal.navigate('/imc/MisUsuarios')
  expect(toastOf(portal)).toMatch(/^El cargue falló, cedula\.pdf\./)
})

/** A page of 1200 px, until the returned function narrows it. */
function widen() {
  const narrow = window.matchMedia
  const listeners = new Set<() => void>()
  let wide = true
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(min-width: 1200px)'
      ? {
          get matches() {
            return wide
          },
          addEventListener: (_: string, listener: () => void) => listeners.add(listener),
          removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
        }
      : narrow(query),
  )
  onTestFinished(() => {
    vi.stubGlobal('matchMedia', narrow)
  })
  return () =>
    act(async () => {
      wide = false
      for (const listener of listeners) listener()
    })
}

test('the first request stays open when a newer one arrives', async () => {
  widen()
  const { imc, ports } = await openRequests()
  await screen.findByText('2026-11-20, 10:47:15')
  await imc.screens.link(LINK, 'key-x')
  await advance(ports.clock as MemoryClock, 5 * SECOND_MS)
  expect(panel('S-2026-00420')).toBeTruthy()
})

test('the panel of a request uploads its missing documents (D28)', async () => {
  const { imc, ports } = await openRequests()
  const created = await imc.screens.link(LINK, 'key-x')
  if (!created.ok) throw new Error('not created')
  await advance(ports.clock as MemoryClock, 5 * SECOND_MS)
  await press(created.value.reference)
  const field = await screen.findByLabelText('Copia del documento de identidad', { selector: 'input' })
  expect(panel(created.value.reference).textContent).toContain('Creada')
  await act(async () => {
    fireEvent.change(field, { target: { files: [new File(['x'], 'cedula.pdf', { type: 'application/pdf' })] } })
  })
  await settle()
  expect(steps(created.value.reference).slice(0, 3)).toEqual(['Creada', 'Documentos', 'En trámite'])
  expect(
    within(panel(created.value.reference)).getByRole('link', { name: 'Copia del documento de identidad' }),
  ).toBeTruthy()
})
