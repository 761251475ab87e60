import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { err } from '#src/domain/result.ts'
import { flushReplies, getRow, openImc, openUsers, press } from '#tests/ui/imc/imc-portal.tsx'

const pressShortcut = (modifier: 'ctrlKey' | 'metaKey' = 'ctrlKey') =>
  act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'k', [modifier]: true }))

/** The page has another combobox: the rows per page. */
const FIELD = { name: 'Nombre, pantalla, suscripción, referencia o acción' }

const findSearch = () => screen.queryByRole('dialog', { name: 'Buscar' })

/** Opens the search and types; the first result becomes active. */
async function search(text: string) {
  await pressShortcut()
  const field = await screen.findByRole('combobox', FIELD)
  await flushReplies()
  await act(async () => fireEvent.change(field, { target: { value: text } }))
  return field
}

const readOptions = () =>
  within(findSearch() ?? document.body)
    .queryAllByRole('option')
    .map(({ textContent }) => textContent)

async function follow(text: string) {
  const field = await search(text)
  await within(findSearch() ?? document.body).findAllByRole('option')
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  await flushReplies()
}

test.each([
  ['césar', '/imc/MisUsuarios?buscar=C%C3%A9sar+Augusto+Ni%C3%B1o&usuario=usr-andina-cnino'],
  ['cnino', '/imc/MisUsuarios?buscar=C%C3%A9sar+Augusto+Ni%C3%B1o&usuario=usr-andina-cnino'],
  ['P-06, suscripción 004538', '/imc/MisProductos/Detalles/SubDetalles/0?pantalla=P-06&suscripcion=004538'],
  ['suscripcion 004538', '/imc/MisProductos/Detalles/SubDetalles/0?suscripcion=004538'],
  ['USD-PRO-10', '/imc/MisProductos/Detalles/paq-usd-pro'],
  ['S-2026-00418', '/imc/MisSolicitudes?solicitud=sol-00418'],
  ['costos', '/imc/Costos'],
])('Enter on the first result of «%s» goes to its page (D107)', async (text, address) => {
  const { history } = await openUsers()
  await follow(text)
  expect(history().at(-1)).toBe(address)
  expect(findSearch()).toBeNull()
})

test('the row of a found person is marked (D107)', async () => {
  await openUsers()
  await follow('cesar')
  expect(getRow('César Augusto Niño').getAttribute('aria-current')).toBe('true')
})

test('a screen of another subscription replaces the open one (D107)', async () => {
  await openImc({
    path: '/imc/MisProductos/Detalles/SubDetalles/0',
    imc(ports) {
      ports.imcSession.writeChosenSubscription({ packageId: 'paq-usd-pro', number: '004512' })
      return {}
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Pantallas de la suscripción 004512' })
  await follow('P-06 004538')
  await screen.findByRole('heading', { level: 1, name: 'Pantallas de la suscripción 004538' })
  await screen.findByRole('rowheader', { name: 'P-06' })
  expect(getRow('P-06').getAttribute('aria-current')).toBe('true')
})

test.each([
  ['crear nuevo', 'Crear Nuevo Usuario', '/imc/MisUsuarios'],
  ['cargar csv', 'Cargar CSV', '/imc/MisUsuarios'],
  ['solicitar', 'Solicitar Paquete', '/imc/MisProductos'],
])('the action «%s» opens its form, and a reload does not open it again (D107)', async (text, dialog, address) => {
  const { history } = await openUsers()
  await follow(text)
  expect(await screen.findByRole('dialog', { name: dialog })).toBeTruthy()
  expect(history().at(-1)).toBe(address)
})

test('without a text the search offers pages and actions; a usuario gets no action (D107)', async () => {
  await openUsers({ username: 'operador' })
  await pressShortcut('metaKey')
  await screen.findByRole('combobox', FIELD)
  expect(readOptions()).toEqual([
    'Mis usuariosPágina',
    'Mis productosPágina',
    'Mis solicitudesPágina',
    'Costos y usoPágina',
    'ControlesPágina',
    'SesionesPágina',
    'Verificación en dos pasosPágina',
  ])
})

test('the search says how many there are, and that nothing matches (D107)', async () => {
  await openUsers()
  const field = await search('usd-pro')
  expect(screen.getByRole('group', { name: /^Pantallas, 5 de \d+$/ })).toBeTruthy()
  await act(async () => fireEvent.change(field, { target: { value: 'zapata' } }))
  expect(readOptions()).toEqual([])
  expect(within(findSearch() ?? document.body).getByRole('status').textContent).toBe(
    'Ningún resultado contiene «zapata»',
  )
})

test('Ctrl+K does nothing while another dialog is open (D107)', async () => {
  await openUsers()
  await press('Crear Nuevo Usuario')
  await screen.findByLabelText('Nombre')
  await pressShortcut()
  expect(findSearch()).toBeNull()
})

test('Esc closes the search at once, and the button opens it again without the text (D107)', async () => {
  await openUsers()
  const field = await search('ana')
  await act(async () => fireEvent.keyDown(field, { key: 'Escape' }))
  expect(findSearch()).toBeNull()
  await press('Buscar')
  expect(screen.getByRole<HTMLInputElement>('combobox', FIELD).value).toBe('')
})

test('an opened search reads each list once, and a closed one aborts the reads (D107)', async () => {
  const signals: AbortSignal[] = []
  await openUsers({
    imc: ({ screens }) => ({
      screens: {
        ...screens,
        all(signal) {
          if (signal) signals.push(signal)
          return new Promise(() => {})
        },
      },
    }),
  })
  const field = await search('cesar')
  // A list that does not answer does not hold up the others.
  expect(readOptions()[0]).toContain('César Augusto Niño')
  for (const value of ['c', 'ce', 'ces']) await act(async () => fireEvent.change(field, { target: { value } }))
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  await act(async () => fireEvent.keyDown(field, { key: 'Escape' }))
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('a list that failed is named and can be loaded again, and the others are searched (D107)', async () => {
  let isBroken = true
  await openUsers({
    imc: ({ requests }) => ({
      requests: {
        ...requests,
        list: async (signal) => (isBroken ? err({ kind: 'timeout' }) : requests.list(signal)),
      },
    }),
  })
  const field = await search('cesar')
  expect(findSearch()?.textContent).toContain('No pudimos consultar: Solicitudes.')
  expect(readOptions()[0]).toContain('César Augusto Niño')
  isBroken = false
  await press('Reintentar')
  await flushReplies()
  await act(async () => fireEvent.change(field, { target: { value: 'S-2026-00418' } }))
  expect(readOptions()[0]).toContain('S-2026-00418')
})
