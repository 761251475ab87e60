import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { OrderStatus, PaymentOrder } from '#src/domain/payment/order.ts'
import { err, ok } from '#src/domain/result.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { openPayment, press } from '#tests/ui/payment/payment-portal.tsx'
import { readText } from '#tests/ui/portal.tsx'

const RETURN_PATH = '/precios/respuesta/?referencia=MD-2026-000318&acceso=ac-95d0e7'

/** Creates the order with this status. */
const createOrder = (status: OrderStatus, changes: Partial<PaymentOrder> = {}): PaymentOrder => ({
  reference: 'MD-2026-000318',
  plan: 'annual',
  base: 1_692_209,
  tax: 321_520,
  total: 2_013_729,
  status,
  at: toInstant('2026-11-20', '12:43:15'),
  email: 'mordonez@nandu.example',
  term: null,
  card: null,
  authorization: null,
  reason: null,
  ...changes,
})

const APPROVED = createOrder('approved', {
  term: { from: '2026-11-20', until: '2027-11-19' },
  card: 'Visa 1111',
  authorization: '702418',
})

const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })

/** Opens the page of an order. `setOrder` changes the order that the service returns. */
async function openOrder(
  initialOrder: PaymentOrder | null,
  options: { readonly isSignedIn?: boolean; readonly path?: string } = {},
) {
  let current: PaymentOrder | null = initialOrder
  const requestedKeys: unknown[] = []
  const portal = await openPayment({
    path: RETURN_PATH,
    ...options,
    payments: {
      async findOrder(key) {
        requestedKeys.push(key)
        return ok(current)
      },
    },
  })
  return {
    ...portal,
    requestedKeys,
    setOrder(next: PaymentOrder | null) {
      current = next
    },
  }
}

test('an approved order shows its receipt and focuses the result', async () => {
  const { requestedKeys } = await openOrder(APPROVED)
  const title = await findTitle('Pago aprobado')
  expect(document.activeElement).toBe(title)
  expect(document.title).toBe('Pago aprobado | Mercado Dólar')
  expect(screen.getByText('Su pago quedó registrado. Enviamos el recibo a mordonez@nandu.example.')).toBeTruthy()
  expect(readText('Qué sigue')).toMatch(/inicie sesión.*Ventas lo crea con el correo de su pago.*Guarde la dirección/)
  expect(readText('Recibo')).toBe(
    'ReciboHora de BogotáReferenciaMD-2026-000318Fecha2026-11-20, 12:43:15PlanAnual, un usuario' +
      'Vigenciadel 2026-11-20 al 2027-11-19TarjetaVisa terminada en 1111Autorización702 418' +
      'Valor base$ 1.692.209IVA (19%)$ 321.520Total pagado$ 2.013.729',
  )
  const signIn = within(screen.getByRole('main')).getByRole('link', { name: 'Iniciar sesión' })
  expect(signIn.getAttribute('href')).toBe('/auth/login/')
  expect(requestedKeys).toEqual([{ reference: 'MD-2026-000318', access: 'ac-95d0e7' }])
})

test('the button of the receipt prints the page', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await openOrder(APPROVED)
  await findTitle('Pago aprobado')
  await press('Imprimir recibo')
  expect(print).toHaveBeenCalledOnce()
})

test('a signed-in client gets a link to the market', async () => {
  await openOrder(APPROVED, { isSignedIn: true })
  await findTitle('Pago aprobado')
  expect(screen.getByRole('link', { name: 'Ver el mercado' }).getAttribute('href')).toBe('/dashboard/')
  expect(screen.getByText('Su plan Anual quedó activo. Enviamos el recibo a mordonez@nandu.example.')).toBeTruthy()
  expect(readText('Qué sigue')).not.toMatch(/Guarde la dirección|Ventas lo crea/)
})

test('a renewal says on which day its term starts (D101)', async () => {
  const term = { from: '2026-12-25', until: '2027-12-24' }
  await openOrder({ ...APPROVED, term }, { isSignedIn: true })
  await findTitle('Pago aprobado')
  expect(screen.getByText(/^Su plan Anual empieza el 2026-12-25, cuando termina el actual\. Enviamos/)).toBeTruthy()
  expect(readText('Recibo')).toContain('Vigenciadel 2026-12-25 al 2027-12-24')
})

test('a pending order is loaded every 15 s until it is approved', async () => {
  const { requestedKeys, setOrder, refresh } = await openOrder(createOrder('pending'))
  await findTitle('Pago pendiente')
  expect(readText('Pedido')).toContain('Total por confirmar$ 2.013.729')
  expect(screen.getByText(/^Consultamos de nuevo cada 15 s, última vez \d\d:\d\d:\d\d$/)).toBeTruthy()
  await refresh(14 * SECOND_MS)
  expect(requestedKeys).toHaveLength(1)
  setOrder(APPROVED)
  await refresh(SECOND_MS)
  expect(document.activeElement).toBe(await findTitle('Pago aprobado'))
  await refresh(60 * SECOND_MS)
  expect(requestedKeys).toHaveLength(2)
})

test('a pending order is still shown when a later load does not find it', async () => {
  const { setOrder, refresh, requestedKeys } = await openOrder(createOrder('pending'))
  await findTitle('Pago pendiente')
  setOrder(null)
  await refresh(15 * SECOND_MS)
  expect(requestedKeys).toHaveLength(2)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Pago pendiente')
  setOrder(APPROVED)
  await refresh(15 * SECOND_MS)
  await findTitle('Pago aprobado')
})

test('a button checks a pending order immediately', async () => {
  const { requestedKeys } = await openOrder(createOrder('pending'))
  await findTitle('Pago pendiente')
  await press('Consultar ahora')
  expect(requestedKeys).toHaveLength(2)
})

test('a check by the user is announced, an automatic check is not', async () => {
  const { portal, refresh } = await openOrder(createOrder('pending'))
  await findTitle('Pago pendiente')
  await refresh(15 * SECOND_MS)
  expect(portal.announcer.getSnapshot().text).not.toContain('El pago sigue pendiente')
  await press('Consultar ahora')
  expect(portal.announcer.getSnapshot().text).toMatch(/^El pago sigue pendiente, última vez \d\d:\d\d:\d\d$/)
})

test('a new result moves the focus to its heading, which is not in a live region', async () => {
  const { setOrder } = await openOrder(createOrder('pending'))
  await findTitle('Pago pendiente')
  setOrder(APPROVED)
  await press('Consultar ahora')
  const title = await findTitle('Pago aprobado')
  expect(document.activeElement).toBe(title)
  expect(title.closest('[role="status"], [role="alert"], [aria-live]')).toBeNull()
})

test('an approved order updates the end of the account in the session', async () => {
  const { portal, setOrder, extendAccount, flush } = await openOrder(createOrder('pending'), { isSignedIn: true })
  await findTitle('Pago pendiente')
  const end = toInstant('2027-11-20', '00:00')
  extendAccount(end)
  setOrder(APPROVED)
  await press('Consultar ahora')
  await findTitle('Pago aprobado')
  await flush()
  expect(portal.clientSession.getSnapshot().session).toMatchObject({ user: { expiresAt: end } })
})

test('a failed check shows the pending order and the time of the last successful check', async () => {
  let isDown = false
  const { refresh } = await openPayment({
    path: RETURN_PATH,
    payments: { findOrder: async () => (isDown ? err({ kind: 'timeout' }) : ok(createOrder('pending'))) },
  })
  await findTitle('Pago pendiente')
  isDown = true
  await refresh(15 * SECOND_MS)
  expect(screen.getByText(/^No pudimos consultar de nuevo; última vez/)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Pago pendiente')
})

test('a rejected order shows its reason and links to its plan', async () => {
  await openOrder(createOrder('rejected', { reason: 'fondos insuficientes' }))
  await findTitle('Pago rechazado')
  expect(
    screen.getByText('El banco no autorizó la transacción: fondos insuficientes. No se hizo ningún cobro.'),
  ).toBeTruthy()
  expect(readText('Pedido')).toContain('Total no cobrado$ 2.013.729')
  expect(screen.getByRole('link', { name: 'Intentar de nuevo' }).getAttribute('href')).toBe('/precios/?plan=anual')
})

test('an expired order warns against a second payment and links to its plan', async () => {
  const { requestedKeys, refresh } = await openOrder(createOrder('expired'))
  await findTitle('Pedido vencido')
  expect(screen.getByText(/^No recibimos el pago en 24 horas\. Si ya pagó, no pague de nuevo/)).toBeTruthy()
  expect(readText('Pedido')).toContain('Total sin pagar$ 2.013.729')
  expect(screen.getByRole('link', { name: 'Intentar de nuevo' }).getAttribute('href')).toBe('/precios/?plan=anual')
  await refresh(60 * SECOND_MS)
  expect(requestedKeys).toHaveLength(1)
})

test.each([RETURN_PATH, '/precios/respuesta/', '/precios/respuesta/?referencia=otra'])(
  'an address whose order is not found shows a message: %s',
  async (path) => {
    await openOrder(null, { path })
    await findTitle('No encontramos este pago')
    const main = within(screen.getByRole('main'))
    expect(main.getByText(/Un pago sin usuario se abre con la dirección completa de su página\./)).toBeTruthy()
    expect(main.getByRole('link', { name: 'Iniciar sesión' }).getAttribute('href')).toBe('/auth/login/')
    expect(main.getByRole('link', { name: 'Ver precios' })).toBeTruthy()
  },
)

test('a client gets a link to the payments when the order is not found', async () => {
  await openOrder(null, { path: '/precios/respuesta/?referencia=MD-2026-000318', isSignedIn: true })
  await findTitle('No encontramos este pago')
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Mis pagos' }).getAttribute('href')).toBe('/dashboard/pagos/')
})

test('a failed load of an order can be retried', async () => {
  let isDown = true
  const { flush } = await openPayment({
    path: RETURN_PATH,
    payments: { findOrder: async () => (isDown ? err({ kind: 'unreachable' }) : ok(APPROVED)) },
  })
  const errorGroup = await screen.findByRole('group', { name: 'No pudimos consultar el pago' })
  isDown = false
  await act(async () => fireEvent.click(within(errorGroup).getByRole('button', { name: 'Reintentar' })))
  await flush()
  await findTitle('Pago aprobado')
})

test('a printed order does not contain its access code', async () => {
  await openOrder(APPROVED)
  await findTitle('Pago aprobado')
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(document.body.textContent).not.toContain('ac-95d0e7')
})
