import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { PaymentOrder } from '#src/domain/payment/order.ts'
import { err, ok } from '#src/domain/result.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { openPayment } from '#tests/ui/payment/payment-portal.tsx'

const createOrder = (reference: string, changes: Partial<PaymentOrder>): PaymentOrder => ({
  reference,
  plan: 'annual',
  base: 1_692_209,
  tax: 321_520,
  total: 2_013_729,
  status: 'pending',
  at: toInstant('2026-11-20', '12:43:15'),
  email: 'camila@correo.example',
  term: null,
  card: null,
  authorization: null,
  reason: null,
  ...changes,
})

const ORDERS = [
  createOrder('MD-2026-000321', { status: 'expired' }),
  createOrder('MD-2026-000320', { status: 'rejected', reason: 'fondos insuficientes' }),
  createOrder('MD-2026-000319', { status: 'pending', at: null }),
  createOrder('MD-2026-000318', { status: 'approved', term: { from: '2026-11-20', until: '2027-11-19' } }),
]

const openOrders = (orders: readonly PaymentOrder[], path = '/dashboard/pagos/') =>
  openPayment({
    path,
    isSignedIn: true,
    payments: {
      listOrders: async () => ok(orders),
      findOrder: async ({ reference, access }) =>
        ok(access === null ? (orders.find((one) => one.reference === reference) ?? null) : null),
    },
  })

const findPanel = () => screen.findByRole('region', { name: 'Pagos' })

test('the list shows the orders of the client with plan, term, state and total', async () => {
  await openOrders(ORDERS)
  const panel = await findPanel()
  await within(panel).findByText('Aprobado')
  const rows = within(panel).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' '))).toEqual([
    'MD-2026-0003212026-11-20, 12:43:15Anual—Vencido$ 2.013.729',
    'MD-2026-0003202026-11-20, 12:43:15Anual—Rechazado$ 2.013.729',
    'MD-2026-000319—Anual—Pendiente$ 2.013.729',
    'MD-2026-0003182026-11-20, 12:43:15Anualdel 2026-11-20 al 2027-11-19Aprobado$ 2.013.729',
  ])
  expect(document.title).toBe('Mis pagos | Mercado Dólar')
  const account = within(screen.getByRole('navigation', { name: 'Cuenta' }))
  expect(account.getByRole('link', { name: 'Mis pagos' }).getAttribute('aria-current')).toBe('page')
})

test('an order links to its receipt, and the receipt links to the list', async () => {
  const { navigate } = await openOrders(ORDERS)
  const link = within(await findPanel()).getByRole('link', { name: 'MD-2026-000318' })
  navigate(link.getAttribute('href') ?? '')
  await screen.findByRole('heading', { level: 1, name: 'Pago aprobado' })
  expect(screen.getByRole('link', { name: 'Volver a Mis pagos' }).getAttribute('href')).toBe('/dashboard/pagos/')
})

test('an order that is not in the list of the client is not found', async () => {
  await openOrders(ORDERS, '/dashboard/pagos/MD-2026-000999')
  await screen.findByRole('heading', { level: 1, name: 'No encontramos este pago' })
})

test('a client without orders gets a link to the plans', async () => {
  await openOrders([])
  const panel = within(await findPanel())
  expect(await panel.findByText('Aún no hay pagos en su cuenta')).toBeTruthy()
  expect(panel.getByRole('link', { name: 'Ver precios' }).getAttribute('href')).toBe('/precios/')
})

test('a failed load of the orders shows a retry button', async () => {
  await openPayment({
    path: '/dashboard/pagos/',
    isSignedIn: true,
    payments: { listOrders: async () => err({ kind: 'timeout' }) },
  })
  const panel = within(await findPanel())
  expect(await panel.findByRole('button', { name: 'Reintentar' })).toBeTruthy()
  expect((await findPanel()).textContent).not.toContain('sigue aquí')
})

test('the page of the payments redirects a visitor to the home', async () => {
  const { history } = await openPayment({ path: '/dashboard/pagos/' })
  expect(history()).toEqual(['/'])
})
