import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { err } from '#src/domain/result.ts'
import { getButton, getRow, openImc, press, readDescription } from '#tests/ui/imc/imc-portal.tsx'

afterEach(() => vi.restoreAllMocks())

const openPackages = async (options: Parameters<typeof openImc>[0] = {}) => {
  const portal = await openImc({ path: '/imc/MisProductos', ...options })
  await screen.findByRole('rowheader', { name: 'USD-PRO-10' })
  return portal
}

const getDialog = () => screen.getByRole('dialog', { name: 'Solicitar Paquete' })
const getOffer = (name: RegExp) => within(getDialog()).getByRole<HTMLInputElement>('radio', { name })

const readHeading = () => screen.queryByRole('heading', { name: 'Revise su solicitud' })

/** Presses the main button of the form. */
const submitOrder = () =>
  act(async () => fireEvent.click(within(getDialog()).getByRole('button', { name: /^Solicitar/ })))

/** Sends a valid order through its review. */
async function sendOrder() {
  await submitOrder()
  await press('Confirmar solicitud', getDialog())
}

async function openOrder(options: Parameters<typeof openImc>[0] = {}) {
  const portal = await openPackages(options)
  await press('Solicitar nuevo paquete')
  await screen.findByRole('radio', { name: /USD-PRO-10/ })
  return portal
}

test('the subscriptions are grouped by package with their screens and monthly cost (§2.5)', async () => {
  await openPackages()
  const cells = within(getRow('USD-PRO-10'))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells).toEqual(['Dólar profesional', '20', '8', '', '$\u00a03.685.000,00', 'DetallesUSD-PRO-10'])
  expect(within(getRow('USD-PRO-10')).getByRole('img', { name: '12 de 20 pantallas ocupadas' })).toBeTruthy()
  expect(screen.getByText('4.899.000,00', { exact: false })).toBeTruthy()
})

test('the search filters by package code and is in the address', async () => {
  const { history, clock } = await openPackages()
  await act(async () =>
    fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar por Paquete' }), { target: { value: 'con' } }),
  )
  expect(screen.queryByRole('rowheader', { name: 'USD-PRO-10' })).toBeNull()
  await act(async () => clock.advance(1000))
  expect(history().at(-1)).toBe('/imc/MisProductos?buscar=con')
})

test('a package opens its subscriptions, and a subscription opens its screens (D57)', async () => {
  const { history, imc } = await openPackages()
  await press('Detalles', getRow('USD-PRO-10'))
  expect(history().at(-1)).toBe('/imc/MisProductos/Detalles/paq-usd-pro')
  await screen.findByRole('rowheader', { name: '004512' })
  await press('Ver pantallas', getRow('004512'))
  expect(history().at(-1)).toBe('/imc/MisProductos/Detalles/SubDetalles/0')
  expect(imc.imcSession.readChosenSubscription()).toEqual({ packageId: 'paq-usd-pro', number: '004512' })
  await screen.findByRole('heading', { level: 1, name: 'Pantallas de la suscripción 004512' })
})

/** Stubs a page of 1200 px. */
function stubWidePage() {
  const originalMatchMedia = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(min-width: 1200px)'
      ? { matches: true, addEventListener() {}, removeEventListener() {} }
      : originalMatchMedia(query),
  )
  onTestFinished(() => void vi.stubGlobal('matchMedia', originalMatchMedia))
}

const PACKAGE_PATH = '/imc/MisProductos/Detalles/paq-usd-pro'
const SUBSCRIPTIONS = 'Suscripciones de USD-PRO-10'

// "Product detail: subscriptions of a package, nested in the products screen" (§2.1)
test('on a wide page the detail is beside the packages, and Cerrar returns to the button', async () => {
  stubWidePage()
  const { history } = await openPackages()
  await press('Detalles', getRow('USD-PRO-10'))
  expect(history().at(-1)).toBe(PACKAGE_PATH)
  const detail = await screen.findByRole('region', { name: SUBSCRIPTIONS })
  await within(detail).findByRole('rowheader', { name: '004512' })
  expect(document.activeElement).toBe(detail)
  expect(document.title).toBe(`${SUBSCRIPTIONS} | Mercado Dólar`)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Mis productos')
  const packages = within(screen.getByRole('list', { name: 'Paquetes de la entidad' }))
  expect(packages.getByRole('listitem', { current: true }).textContent).toContain('USD-PRO-10')

  await act(async () => fireEvent.click(within(detail).getByRole('link', { name: 'Cerrar' })))
  expect(history().at(-1)).toBe('/imc/MisProductos')
  expect(screen.queryByRole('region', { name: SUBSCRIPTIONS })).toBeNull()
  expect(document.activeElement).toBe(getButton('Detalles', getRow('USD-PRO-10')))
  expect(document.title).toBe('Mis productos | Mercado Dólar')
})

test('a reload shows the detail of the address beside the packages on a wide page (§2.1)', async () => {
  stubWidePage()
  await openImc({ path: PACKAGE_PATH })
  expect(await screen.findByRole('region', { name: SUBSCRIPTIONS })).toBeTruthy()
  expect(await screen.findByRole('list', { name: 'Paquetes de la entidad' })).toBeTruthy()
})

test('on a narrow page the detail is over the packages, and Esc returns to their search and button', async () => {
  const { history, clock } = await openPackages()
  await act(async () =>
    fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar por Paquete' }), { target: { value: 'pro' } }),
  )
  await act(async () => clock.advance(1000))
  await press('Detalles', getRow('USD-PRO-10'))
  await screen.findByRole('heading', { level: 1, name: SUBSCRIPTIONS })
  expect(screen.queryByRole('searchbox', { name: 'Buscar por Paquete' })).toBeNull()
  const field = document.body.appendChild(document.createElement('select'))
  await act(async () => fireEvent.keyDown(field, { key: 'Escape' }))
  field.remove()
  expect(screen.getByRole('heading', { level: 1, name: SUBSCRIPTIONS })).toBeTruthy()

  await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
  expect(history().at(-1)).toBe('/imc/MisProductos?buscar=pro')
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar por Paquete' }).value).toBe('pro')
  expect(document.activeElement).toBe(getButton('Detalles', getRow('USD-PRO-10')))
})

test('an order shows its total and opens the requests (D33)', async () => {
  const { history } = await openOrder()
  await act(async () => fireEvent.click(getOffer(/USD-PRO-10/)))
  await act(async () =>
    fireEvent.change(screen.getByLabelText('Numero de paquetes a comprar'), { target: { value: '3' } }),
  )
  expect(within(getDialog()).getByText('TOTAL').parentElement?.textContent).toBe('TOTAL$5.527.500COP')
  await sendOrder()
  expect(history().at(-1)).toBe('/imc/MisSolicitudes')
  expect((await screen.findAllByText('Compra de paquete')).length).toBeGreaterThan(1)
})

// It is walked with the mouse in tests/e2e/imc-screens.test.ts.
test('the review of an order has the new monthly cost, takes the focus and gives it back (D99)', async () => {
  const { imc } = await openOrder()
  const before = await imc.requests.list()
  await act(async () => fireEvent.click(getOffer(/USD-PRO-10/)))
  const submit = getButton('Solicitar 1 paquete, $\u00a01.842.500/mes', getDialog())
  await act(async () => fireEvent.click(submit, { detail: 1 }))
  expect(document.activeElement).toBe(readHeading())
  expect(readDescription(getDialog())).toBe('La solicitud se envía cuando usted la confirma.')
  const pairs = within(getDialog())
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
  expect(pairs).toEqual([
    'Paquete: USD-PRO-10 Dólar profesional',
    'Precio mensual: $\u00a01.842.500',
    'Cantidad: 1 paquete',
    'Total de esta solicitud: $\u00a01.842.500',
    'Costo mensual de hoy: $\u00a04.899.000',
  ])
  expect(within(getDialog()).getByText('Costo mensual con esta solicitud').parentElement?.textContent).toContain(
    '6.741.500',
  )
  // The second click of a double click on 'Solicitar'.
  await act(async () => fireEvent.click(getButton('Confirmar solicitud', getDialog()), { detail: 2 }))
  expect(await imc.requests.list()).toEqual(before)

  await press('Volver', getDialog())
  expect(getOffer(/USD-PRO-10/).checked).toBe(true)
  await waitFor(() =>
    expect(document.activeElement).toBe(getButton('Solicitar 1 paquete, $\u00a01.842.500/mes', getDialog())),
  )
})

test('an order is reviewed without the monthly cost when it cannot be loaded (D99)', async () => {
  let isFailing = false
  const { history } = await openPackages({
    imc: ({ packages }) => ({
      packages: {
        ...packages,
        groups: async (signal) => (isFailing ? err({ kind: 'unreachable' }) : packages.groups(signal)),
      },
    }),
  })
  isFailing = true
  await press('Solicitar nuevo paquete')
  await screen.findByRole('radio', { name: /USD-PRO-10/ })
  await act(async () => fireEvent.click(getOffer(/USD-PRO-10/)))
  await submitOrder()
  expect(within(getDialog()).queryByText('Costo mensual con esta solicitud')).toBeNull()
  expect(within(getDialog()).getByText('Total de esta solicitud').parentElement?.textContent).toContain('1.842.500')
  await press('Confirmar solicitud', getDialog())
  expect(history().at(-1)).toBe('/imc/MisSolicitudes')
})

test('the total of an order is announced when the quantity stops changing', async () => {
  await openOrder()
  await act(async () => fireEvent.click(getOffer(/USD-PRO-10/)))
  const announcement = within(getDialog()).getByRole('status')
  const announced: (string | null)[] = []
  const observer = new MutationObserver(() => announced.push(announcement.textContent))
  observer.observe(announcement, { childList: true, characterData: true, subtree: true })
  for (let presses = 0; presses < 2; presses += 1) await press('Un paquete más', getDialog())
  await waitFor(() => expect(announcement.textContent).toContain('5.527.500'))
  expect(announced).toHaveLength(1)
  observer.disconnect()
})

test('a second press of the button opens the order dialog when the first opening failed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isBroken = true
  await openPackages({
    imc: ({ packages }) => ({
      packages: {
        ...packages,
        get offers() {
          if (isBroken) throw new TypeError('broken')
          return packages.offers
        },
      },
    }),
  })
  await press('Solicitar nuevo paquete')
  await screen.findByRole('group', { name: 'No pudimos mostrar esta sección' })
  isBroken = false
  await press('Solicitar nuevo paquete')
  await screen.findByRole('radio', { name: /USD-PRO-10/ })
  expect(screen.queryByRole('group', { name: 'No pudimos mostrar esta sección' })).toBeNull()
})

test('an order without package or quantity shows what is missing (§5)', async () => {
  await openOrder()
  await act(async () =>
    fireEvent.change(screen.getByLabelText('Numero de paquetes a comprar'), { target: { value: '' } }),
  )
  await submitOrder()
  const alerts = within(getDialog())
    .getAllByText('Alto!!!')
    .map((lead) => lead.parentElement?.textContent)
  expect(alerts).toEqual([
    'Alto!!! Seleccione el paquete de desea adquirir.',
    'Alto!!! Seleccione la cantidad que desea solicitar.',
  ])
  expect(within(getDialog()).getByText('TOTAL').parentElement?.textContent).toBe('TOTAL—')
})

test.each(['0', '-1', '1.5', '1000', '1e9', 'x'])('the quantity %s is refused (D33)', async (quantity) => {
  const { imc } = await openOrder()
  await act(async () => fireEvent.click(getOffer(/USD-PRO-10/)))
  await act(async () =>
    fireEvent.change(screen.getByLabelText('Numero de paquetes a comprar'), { target: { value: quantity } }),
  )
  const before = await imc.requests.list()
  await submitOrder()
  expect(screen.getByLabelText('Numero de paquetes a comprar').getAttribute('aria-invalid')).toBe('true')
  expect(await imc.requests.list()).toEqual(before)
})

test('an order refused for a changed price shows the new total in the open dialog (D33)', async () => {
  let price = 1_842_500
  const message = 'El precio del paquete cambió. El total ya muestra el valor vigente; revise y envíe de nuevo.'
  await openOrder({
    imc: ({ packages }) => ({
      packages: {
        ...packages,
        async offers(signal) {
          const result = await packages.offers(signal)
          if (!result.ok) return result
          return { ok: true, value: result.value.map((one) => (one.id === 'paq-usd-pro' ? { ...one, price } : one)) }
        },
        async order(order, key, signal) {
          if (order.price === price) return packages.order({ ...order, price: 1_842_500 }, key, signal)
          return err({ kind: 'rejected', status: 409, message })
        },
      },
    }),
  })
  await act(async () => fireEvent.click(getOffer(/USD-PRO-10/)))
  price = 2_000_000
  await sendOrder()
  // «Purchase, assign, reassign failures: the server message in an 'Error!' dialog.» (§8)
  const error = screen.getByRole('alertdialog', { name: 'Error!' })
  expect(readDescription(error)).toBe(message)
  expect(document.activeElement).toBe(getButton('Volver al formulario', error))
  await press('Volver al formulario')
  expect(within(getDialog()).getByText('TOTAL').parentElement?.textContent).toBe('TOTAL$2.000.000COP')
  await sendOrder()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('after a lost reply only the identical order is sent again, so that it exists once (D28)', async () => {
  let isReplyLost = true
  const { imc } = await openOrder({
    imc: ({ packages }) => ({
      packages: {
        ...packages,
        async order(order, key, signal) {
          const result = await packages.order(order, key, signal)
          return isReplyLost ? err({ kind: 'timeout' }) : result
        },
      },
    }),
  })
  const before = await imc.requests.list()
  await act(async () => fireEvent.click(getOffer(/USD-PRO-10/)))
  await sendOrder()
  expect(screen.getByRole('alertdialog', { name: 'Error!' }).textContent).toContain('Su solicitud pudo haber llegado.')
  await press('Volver al formulario')
  const quantity = screen.getByLabelText<HTMLInputElement>('Numero de paquetes a comprar')
  expect(quantity.closest('fieldset')?.disabled).toBe(true)
  await act(async () => fireEvent.change(quantity, { target: { value: '7' } }))
  expect(quantity.value).toBe('1')
  isReplyLost = false
  await submitOrder()
  expect(screen.queryByRole('dialog')).toBeNull()
  const after = await imc.requests.list()
  expect(after.ok && before.ok && after.value.length - before.value.length).toBe(1)
})

test('after a lost reply the requests show whether the order exists', async () => {
  const { history } = await openOrder({
    imc: ({ packages }) => ({ packages: { ...packages, order: async () => err({ kind: 'unreachable' }) } }),
  })
  await act(async () => fireEvent.click(getOffer(/USD-PRO-10/)))
  await sendOrder()
  await press('Volver al formulario')
  await press('Ver Mis solicitudes', getDialog())
  expect(history().at(-1)).toBe('/imc/MisSolicitudes')
})

test('a usuario sees the packages and cannot order (D25)', async () => {
  await openPackages({ username: 'operador' })
  expect(screen.queryByRole('button', { name: 'Solicitar nuevo paquete' })).toBeNull()
  expect(getButton('Detalles', getRow('USD-PRO-10'))).toBeTruthy()
})

test('a failed load of the packages shows the support text and can be retried (§8)', async () => {
  let isFailing = true
  await openImc({
    path: '/imc/MisProductos',
    imc: ({ packages }) => ({
      packages: {
        ...packages,
        groups: async (signal) =>
          isFailing ? err({ kind: 'server-error', status: 500, message: 'detalle interno' }) : packages.groups(signal),
      },
    }),
  })
  const errorGroup = await screen.findByRole('group', { name: 'No pudimos consultar sus paquetes' })
  expect(errorGroup.textContent).toContain('Error en el servidor, por favor comuniquese con el equipo de soporte')
  isFailing = false
  await press('Reintentar', errorGroup)
  expect(await screen.findByRole('rowheader', { name: 'USD-PRO-10' })).toBeTruthy()
})

test.each([400, 403, 404])(
  'the page of a package that the service refuses with %d links to the packages',
  async (status) => {
    const { history } = await openImc({
      path: '/imc/MisProductos/Detalles/paq-desconocido',
      imc: ({ packages }) => ({
        packages: {
          ...packages,
          subscriptions: async () => err({ kind: 'rejected', status, message: 'El paquete no existe.' }),
        },
      }),
    })
    expect(await screen.findByText('El paquete no existe.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Ir a Mis productos' })))
    expect(history().at(-1)).toBe('/imc/MisProductos')
  },
)

test('the page of a package can be retried after a failure of the service', async () => {
  await openImc({
    path: '/imc/MisProductos/Detalles/paq-usd-pro',
    imc: ({ packages }) => ({
      packages: { ...packages, subscriptions: async () => err({ kind: 'rejected', status: 429, message: null }) },
    }),
  })
  const failure = await screen.findByRole('group', { name: 'No pudimos consultar las suscripciones' })
  expect(getButton('Reintentar', failure)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Ir a Mis productos' })).toBeNull()
})
