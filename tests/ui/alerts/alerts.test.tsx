import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { type AlertsState, createMemoryAlerts, NO_ALERTS_STATE, NO_PUSH } from '#src/adapters/memory/alerts.ts'
import { MEMORY_START } from '#src/adapters/memory/ports.ts'
import type { AlertsGateway, BrowserPush } from '#src/application/alerts/ports.ts'
import { toAlertAddress } from '#src/application/navigation/query.ts'
import { createState } from '#src/application/platform/readable.ts'
import type { AlertRule } from '#src/domain/alerts/alert.ts'
import type { PushRefusal, PushSubscriptionKeys } from '#src/domain/alerts/push.ts'
import { err, ok } from '#src/domain/result.ts'
import { CLIENT, openPortal } from '#tests/ui/portal.tsx'

const RULE: AlertRule = {
  ...{ kind: 'price', market: 'spot', side: 'above', level: 4_012.5, minutes: null, pause: null, until: null },
}

const USER = {
  click: (element: HTMLElement) => act(async () => void fireEvent.click(element)),
  type: (element: HTMLElement, value: string) => act(async () => void fireEvent.change(element, { target: { value } })),
  clear: (element: HTMLElement) => act(async () => void fireEvent.change(element, { target: { value: '' } })),
}

const FIRING: AlertsState['firings'][number] = {
  ...{ id: 1, alertId: 'a', clientId: CLIENT.id, dealId: 'd', rule: RULE, isCorrected: false },
  ...{ kind: 'fired', at: MEMORY_START, price: 4_013 },
}

/** The service of a client, without alerts. */
function createAlerts() {
  const state = createState<AlertsState>(NO_ALERTS_STATE)
  const alerts = createMemoryAlerts({
    findClient: () => ({ id: CLIENT.id }),
    marketClock: { now: () => MEMORY_START },
    state,
  })
  return { state, alerts }
}

/** Opens the page of a client whose service has no alerts. */
async function openAlerts(
  path = '/dashboard/alertas/',
  push: BrowserPush = NO_PUSH,
  gateway: Partial<AlertsGateway> = {},
) {
  const { state, alerts } = createAlerts()
  const page = await openPortal({ path, isSignedIn: true, alerts: { alerts: { ...alerts, ...gateway }, push } })
  await screen.findByRole('heading', { level: 1, name: 'Alertas' })
  return { ...page, state, alerts, user: USER }
}

const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Crear alerta' }))
const list = () => within(screen.getByRole('region', { name: 'Mis alertas' }))

test('a client creates an alert with a price, and corrects an invalid one (D125)', async () => {
  const { user } = await openAlerts()
  await screen.findByText('Aún no tiene alertas')
  await user.click(screen.getByRole('button', { name: 'Crear alerta' }))
  const dialog = await findDialog()
  dialog.getByText(/Si el precio ya está ahí, la alerta espera/)
  await user.type(dialog.getByLabelText('Precio'), '12')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await dialog.findByText('Escriba un precio entre 100,00 y 99.999,99.')
  await user.clear(dialog.getByLabelText('Precio'))
  await user.type(dialog.getByLabelText('Precio'), '4.012,50')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await list().findByText('Dólar spot: sube a 4.012,50')
})

test('a double press saves one alert; after a failure another press tries again (D125)', async () => {
  const { alerts: service } = createAlerts()
  const add = vi.fn<AlertsGateway['add']>(service.add).mockResolvedValueOnce(err({ kind: 'unreachable' }))
  const { user } = await openAlerts(undefined, undefined, { add })
  await user.click(await screen.findByRole('button', { name: 'Crear alerta' }))
  const dialog = await findDialog()
  await user.type(dialog.getByLabelText('Precio'), '4.012,50')
  const pressTwice = () =>
    act(async () => {
      for (const button of [1, 2].map(() => dialog.getByRole('button', { name: 'Guardar' }))) fireEvent.click(button)
    })
  await pressTwice()
  await dialog.findByText(/^No pudimos comunicarnos/)
  expect(add).toHaveBeenCalledTimes(1)
  await pressTwice()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(add).toHaveBeenCalledTimes(2)
})

test('the address of a level opens the form with its market and price (D125)', async () => {
  await openAlerts('/dashboard/alertas/?mercado=nextday&precio=4020.25')
  const dialog = await findDialog()
  expect(dialog.getByLabelText<HTMLInputElement>('Precio').value).toBe('4020,25')
  expect(dialog.getByRole('button', { name: 'Mercado' }).textContent).toContain('next day')
})

test('the address of a level below the price opens the form with a fall (D125)', async () => {
  await openAlerts(toAlertAddress('spot', 4_020.25, 4_020.3))
  const dialog = await findDialog()
  expect(dialog.getByRole('radio', { name: 'Baja' })).toHaveProperty('checked', true)
})

test('an alert is stopped, made active and removed after a question (D125)', async () => {
  const page = await openAlerts()
  await page.alerts.add(RULE)
  await page.refresh()
  const name = 'Dólar spot: sube a 4.012,50'
  await page.user.click(await screen.findByRole('button', { name: `Detener: ${name}` }))
  await list().findByText('Detenida')
  await page.user.click(screen.getByRole('button', { name: `Activar: ${name}` }))
  await list().findByText('Activa')
  await page.user.click(screen.getByRole('button', { name: `Quitar: ${name}` }))
  const question = within(await screen.findByRole('alertdialog', { name: '¿Quitar esta alerta?' }))
  await page.user.click(question.getByRole('button', { name: 'Quitar' }))
  await screen.findByText('Aún no tiene alertas')
})

test('a firing shows a toast, which a screen reader reads once, and is in the history (D125)', async () => {
  const page = await openAlerts()
  await page.refresh()
  page.state.set({ ...page.state.getSnapshot(), firings: [FIRING] })
  await page.refresh()
  const text = 'Dólar spot: sube a 4.012,50. Operación de 4.013,00'
  await screen.findByText(text, { selector: '[role=status] *' })
  expect(screen.queryByText(text, { selector: '#anuncios *' })).toBeNull()
  within(screen.getByRole('region', { name: 'Historial' })).getByText('Operación de 4.013,00, 2026-11-20, 12:43:15')
})

test('firings at once are one toast, whose button leads to the history (D125)', async () => {
  const { alerts, state } = createAlerts()
  const listFirings = vi.spyOn(alerts, 'listFirings')
  const page = await openPortal({ path: '/convertidor/', isSignedIn: true, alerts: { alerts, push: NO_PUSH } })
  await waitFor(() => expect(listFirings).toHaveBeenCalled())
  await page.flush()
  const firings = [1, 2, 3].map((id) => ({ ...FIRING, id, price: 4_013 + id }))
  state.set({ ...state.getSnapshot(), firings })
  await page.refresh()
  await screen.findByText('3 alertas se dispararon')
  await USER.click(screen.getByRole('button', { name: 'Ver historial' }))
  await screen.findByRole('region', { name: 'Historial' })
  expect(screen.queryByRole('button', { name: 'Ver historial' })).toBeNull()
})

test("'Ver historial' over a changed form asks before it leaves the form (D105)", async () => {
  const { alerts, state } = createAlerts()
  const listFirings = vi.spyOn(alerts, 'listFirings')
  const page = await openPortal({ path: '/precios/', isSignedIn: true, alerts: { alerts, push: NO_PUSH } })
  const [pay] = await screen.findAllByRole('button', { name: 'Pagar con tarjeta' })
  await USER.click(pay as HTMLElement)
  const field = await screen.findByLabelText<HTMLInputElement>('Correo electrónico')
  await USER.type(field, 'otra@correo.example')
  await waitFor(() => expect(listFirings).toHaveBeenCalled())
  await page.flush()

  async function showHistory(firstId: number) {
    const firings = Array.from({ length: firstId + 1 }, (_, index) => ({ ...FIRING, id: index + 1 }))
    state.set({ ...state.getSnapshot(), firings })
    await page.refresh()
    await USER.click(await screen.findByRole('button', { name: 'Ver historial' }))
    return within(await screen.findByRole('alertdialog', { name: '¿Descartar los cambios?' }))
  }

  const first = await showHistory(1)
  await USER.click(first.getByRole('button', { name: 'Seguir editando' }))
  expect(field.value).toBe('otra@correo.example')
  expect(page.history().at(-1)).toContain('/precios/')
  const second = await showHistory(3)
  await USER.click(second.getByRole('button', { name: 'Descartar' }))
  await screen.findByRole('region', { name: 'Historial' })
  expect(page.history().at(-1)).toBe('/dashboard/alertas/')
})

test.each(['/', '/dashboard/pagos/', '/convertidor/'])(
  'a firing shows a toast on every page of a client: %s (D125)',
  async (path) => {
    const { alerts, state } = createAlerts()
    const listFirings = vi.spyOn(alerts, 'listFirings')
    const page = await openPortal({ path, isSignedIn: true, alerts: { alerts, push: NO_PUSH } })
    await screen.findByRole('heading', { level: 1 })
    // The code of the news loads by itself; what fires before their first list is in the history only.
    await waitFor(() => expect(listFirings).toHaveBeenCalled())
    await page.flush()
    state.set({ ...state.getSnapshot(), firings: [FIRING] })
    await page.refresh()
    await screen.findByText('Dólar spot: sube a 4.012,50. Operación de 4.013,00', { selector: '[role=status] *' })
  },
)

test('quiet hours need two times of day (D125)', async () => {
  const { user, state } = await openAlerts()
  const panel = within(await screen.findByRole('region', { name: 'Avisos' }))
  await user.type(await panel.findByLabelText(/Silencio desde/), '22:00')
  await user.click(panel.getByRole('button', { name: 'Guardar avisos' }))
  await panel.findByText('Indique las dos horas, o ninguna.')
  await user.clear(panel.getByLabelText(/Silencio desde/))
  await user.type(panel.getByLabelText(/Silencio desde/), '22:00')
  await user.type(panel.getByLabelText(/Silencio hasta/), '06:00')
  await user.click(panel.getByRole('button', { name: 'Guardar avisos' }))
  await waitFor(() => expect(state.getSnapshot().channels[0]?.quiet).toEqual({ from: '22:00', until: '06:00' }))
})

test.each([
  ['22:00', '99', 'Silencio hasta', 'Escriba la hora como 22:00.'],
  ['25:00', '06:00', 'Silencio desde', 'Escriba la hora como 22:00.'],
  ['22:00', '22:00', 'Silencio hasta', 'Las dos horas son iguales. Indique otra, o ninguna.'],
])(
  'an error of the quiet hours %s and %s is at its field, which gets the focus (D125)',
  async (from, until, name, text) => {
    const { user, state } = await openAlerts()
    const panel = within(await screen.findByRole('region', { name: 'Avisos' }))
    await user.type(await panel.findByLabelText(/Silencio desde/), from)
    await user.type(panel.getByLabelText(/Silencio hasta/), until)
    await user.click(panel.getByRole('button', { name: 'Guardar avisos' }))
    await panel.findByText(text)
    const field = panel.getByLabelText(new RegExp(name))
    expect(panel.getAllByRole('textbox').filter((box) => box.matches('[aria-invalid=true]'))).toEqual([field])
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(state.getSnapshot().channels).toHaveLength(0)
  },
)

test('a webhook is saved, shows its secret once, and is removed after a question (D125)', async () => {
  const { user, state } = await openAlerts()
  const panel = within(await screen.findByRole('region', { name: 'Webhook' }))
  const address = await panel.findByLabelText('Dirección')
  expect(panel.queryByRole('button', { name: 'Probar' })).toBeNull()
  await user.type(address, 'http://receptor.example/')
  await user.click(panel.getByRole('button', { name: 'Guardar webhook' }))
  await panel.findByText('La dirección debe empezar por https://.')
  expect(address).toHaveProperty('value', 'http://receptor.example/')
  await user.type(address, 'https://receptor.example/')
  await user.click(panel.getByRole('button', { name: 'Guardar webhook' }))
  const secret = await panel.findByLabelText<HTMLInputElement>('El secreto de su webhook')
  const first = secret.value
  await user.click(panel.getByRole('button', { name: 'Probar' }))
  await panel.findByText(/Esta demostración no tiene servidor/)
  await user.click(panel.getByRole('button', { name: 'Renovar secreto' }))
  const renew = within(await screen.findByRole('alertdialog', { name: '¿Renovar el secreto?' }))
  await user.click(renew.getByRole('button', { name: 'Renovar' }))
  await waitFor(() => expect(secret.value).not.toBe(first))
  await user.click(panel.getByRole('button', { name: 'Quitar webhook' }))
  const remove = within(await screen.findByRole('alertdialog', { name: '¿Quitar el webhook?' }))
  await user.click(remove.getByRole('button', { name: 'Quitar' }))
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Probar' })).toBeNull())
  expect(panel.queryByLabelText('El secreto de su webhook')).toBeNull()
  expect(state.getSnapshot().channels[0]).toMatchObject({ mail: true, webhook: null })
})

test('a changed address is saved before it is tested (D125)', async () => {
  const { user } = await openAlerts()
  const panel = within(await screen.findByRole('region', { name: 'Webhook' }))
  const address = await panel.findByLabelText('Dirección')
  await user.type(address, 'https://receptor.example/')
  await user.click(panel.getByRole('button', { name: 'Guardar webhook' }))
  await user.type(address, 'https://otra.example/')
  await user.click(await panel.findByRole('button', { name: 'Probar' }))
  await panel.findByText('Guarde la dirección antes de probarla.')
  await waitFor(() => expect(document.activeElement).toBe(address))
  expect(address).toHaveProperty('value', 'https://otra.example/')
  expect(panel.queryByText(/Esta demostración no tiene servidor/)).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Guardar webhook' }))
  await waitFor(() => expect(panel.queryByText('Guarde la dirección antes de probarla.')).toBeNull())
  await user.click(panel.getByRole('button', { name: 'Probar' }))
  await panel.findByText(/Esta demostración no tiene servidor/)
})

const SUBSCRIPTION = { endpoint: 'https://push.example/1', publicKey: 'P', secret: 'A' }

/** A browser whose user gives the results of these questions, and a service with its endpoints. */
function createPush(results: (PushSubscriptionKeys | PushRefusal)[]) {
  const asked: string[] = []
  const endpoints = new Set<string>()
  let endpoint: string | null = null
  let usedKey: string | null = null
  let registered: string | null = null
  const push: BrowserPush = {
    read: async () => ({ availability: 'ready', isAllowed: true, endpoint, key: usedKey, registered }),
    async subscribe(key) {
      asked.push(key)
      const result = results.shift() ?? 'failed'
      endpoint = typeof result === 'string' ? null : result.endpoint
      usedKey = endpoint && key
      return result
    },
    async unsubscribe() {
      endpoint = null
    },
    storeRegistered(found) {
      registered = found
    },
  }
  const gateway: Partial<AlertsGateway> = {
    readPush: async (known) => ok({ key: 'a key', isActive: known !== null && endpoints.has(known) }),
    async addPush(subscription) {
      endpoints.add(subscription.endpoint)
      return ok(true)
    },
    async removePush(known) {
      endpoints.delete(known)
      return ok(true)
    },
  }
  return { push, gateway, asked, endpoints, readEndpoint: () => endpoint }
}

const findSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Avisos en este navegador' })

test('push messages are turned on by a click, which alone asks the user, and off (D125)', async () => {
  const browser = createPush(['dismissed', SUBSCRIPTION])
  const { user } = await openAlerts(undefined, browser.push, browser.gateway)
  const control = await findSwitch()
  await waitFor(() => expect(control.getAttribute('aria-disabled')).toBe('false'))
  expect(browser.asked).toEqual([])
  await user.click(control)
  await screen.findByText('Para activarlos, permita los avisos cuando el navegador lo pregunte.')
  expect(control.checked).toBe(false)
  await user.click(control)
  await waitFor(() => expect(control.checked).toBe(true))
  expect([browser.asked, [...browser.endpoints]]).toEqual([['a key', 'a key'], [SUBSCRIPTION.endpoint]])
  await user.click(control)
  await waitFor(() => expect(control.checked).toBe(false))
  expect([browser.readEndpoint(), browser.endpoints.size]).toEqual([null, 0])
})

test('a subscription that the service refuses leaves the switch off, with the reason (D125)', async () => {
  const browser = createPush([SUBSCRIPTION])
  const message = 'La dirección de los avisos de este navegador no es válida.'
  const { user } = await openAlerts(undefined, browser.push, {
    ...browser.gateway,
    addPush: async () => err({ kind: 'rejected', status: 400, message }),
  })
  const control = await findSwitch()
  await waitFor(() => expect(control.getAttribute('aria-disabled')).toBe('false'))
  await user.click(control)
  await screen.findByText(message)
  expect(control.checked).toBe(false)
})

test.each([
  ['no-service', /Esta demostración no tiene un servidor/],
  ['unsupported', /Este navegador no puede recibir avisos/],
  ['denied', /tiene bloqueados los avisos/],
] as const)('a browser that is %s cannot be turned on, and says why (D125)', async (availability, text) => {
  const browser = createPush([])
  const { user } = await openAlerts(undefined, {
    ...browser.push,
    read: async () => ({ availability, isAllowed: false, endpoint: null, key: null, registered: null }),
  })
  await screen.findByText(text)
  const control = await findSwitch()
  await user.click(control)
  expect([control.checked, browser.asked]).toEqual([false, []])
})

test('a page of the client renews the push messages that its browser has (D125)', async () => {
  const browser = createPush([SUBSCRIPTION])
  await browser.push.subscribe('a key')
  const renewed: (string | null)[] = []
  await openAlerts(undefined, browser.push, {
    async readPush(endpoint) {
      renewed.push(endpoint)
      return ok({ key: 'a key', isActive: true })
    },
  })
  // One of the page of the alerts, one of the dashboard.
  await waitFor(() => expect(renewed).toEqual([SUBSCRIPTION.endpoint, SUBSCRIPTION.endpoint]))
})

test('a page replaces a subscription with an earlier key of the service (D125)', async () => {
  const next = { ...SUBSCRIPTION, endpoint: 'https://push.example/2' }
  const browser = createPush([SUBSCRIPTION, next, next])
  await browser.push.subscribe('an earlier key')
  browser.endpoints.add(SUBSCRIPTION.endpoint)
  await openAlerts(undefined, browser.push, browser.gateway)
  const control = await findSwitch()
  await waitFor(() => expect(control.checked).toBe(true))
  await waitFor(() => expect([...browser.endpoints]).toEqual([next.endpoint]))
  expect(browser.readEndpoint()).toBe(next.endpoint)
})

test('a subscription with an earlier key that is not of this client stays off (D125)', async () => {
  const browser = createPush([SUBSCRIPTION])
  await browser.push.subscribe('an earlier key')
  await openAlerts(undefined, browser.push, browser.gateway)
  const control = await findSwitch()
  await waitFor(() => expect(control.getAttribute('aria-disabled')).toBe('false'))
  expect([control.checked, browser.asked]).toEqual([false, ['an earlier key']])
})

test('a user who refuses the question reads how to allow it (D125)', async () => {
  const browser = createPush(['denied'])
  const { user } = await openAlerts(undefined, browser.push, browser.gateway)
  const control = await findSwitch()
  await waitFor(() => expect(control.getAttribute('aria-disabled')).toBe('false'))
  await user.click(control)
  await screen.findByText(/tiene bloqueados los avisos/)
  expect(control.getAttribute('aria-disabled')).toBe('true')
})

test.each([
  [true, 'El servidor vigila el mercado por usted, también con esta página cerrada.'],
  [false, 'Esta demostración vigila el mercado mientras su página esté abierta.'],
])('with a server (%s) the page says who watches the market', async (hasServer, text) => {
  const { alerts } = createAlerts()
  await openPortal({
    path: '/dashboard/alertas/',
    isSignedIn: true,
    alerts: { alerts, push: NO_PUSH },
    config: { hasServer },
  })
  expect(await screen.findByText(text)).toBeTruthy()
})
