import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { MemoryOutcome } from '#src/adapters/memory/payment.ts'
import { err, ok } from '#src/domain/result.ts'
import {
  choosePlan,
  continueToPayment,
  findDialog,
  openPayment,
  passHumanCheck,
  press,
  typeEmail,
} from '#tests/ui/payment/payment-portal.tsx'

const normalizeText = (element: HTMLElement) => (element.textContent ?? '').replaceAll(/\s+/g, ' ')

test.each([
  ['Trimestral', '497.070', '94.443', '591.513', '3 meses'],
  ['Semestral', '921.922', '175.165', '1.097.087', '6 meses'],
  ['Anual', '1.692.209', '321.520', '2.013.729', '12 meses'],
])('the plan %s shows base, tax, total and its button', async (name, base, tax, total, term) => {
  await openPayment()
  const plan = await screen.findByRole('region', { name })
  expect(normalizeText(plan)).toContain(`COP por ${term}, IVA incluido`)
  expect(normalizeText(plan)).toContain(`Valor base$ ${base}IVA (19%)$ ${tax}Total a pagar$ ${total}`)
  expect(within(plan).getByRole('button', { name: 'Pagar con tarjeta', description: name })).toBeTruthy()
})

test('the lowest monthly cost is marked, and both longer plans are compared with the quarterly plan', async () => {
  await openPayment()
  const costs = await screen.findByRole('region', { name: 'Costo mensual equivalente' })
  expect(within(costs).getAllByRole('listitem').map(normalizeText)).toEqual([
    'Trimestral$ 197.171',
    'Semestral$ 182.848−7,3% frente al plan trimestral',
    'Anual$ 167.811−14,9% frente al plan trimestral',
  ])
  expect(within(screen.getByRole('region', { name: 'Anual' })).getByText('Menor costo mensual')).toBeTruthy()
  expect(document.title).toBe('Precios | Mercado Dólar')
})

test('the pricing page prepares the checkout once and creates no order', async () => {
  const { checkout, createdOrders } = await openPayment()
  await screen.findByRole('region', { name: 'Anual' })
  await waitFor(() => expect(checkout.prepareCount()).toBe(1))
  expect(createdOrders()).toEqual([])
})

test('a visitor with an e-mail address opens the checkout with the order and its amount', async () => {
  const { checkout, history } = await openPayment()
  const paymentDialog = await choosePlan('Anual')
  expect(history().at(-1)).toBe('/precios/?plan=anual')
  expect(normalizeText(paymentDialog)).toContain('Total a pagar$2.013.729COP')
  expect(document.activeElement).toBe(screen.getByLabelText('Correo electrónico'))
  await typeEmail(' mordonez@nandu.example ')
  await continueToPayment()
  expect(checkout.openedOrders()).toEqual([
    expect.objectContaining({ plan: 'annual', total: 2_013_729, email: 'mordonez@nandu.example' }),
  ])
})

test.each([
  ['', 'Escriba su correo electrónico'],
  ['mordonez', 'Escriba un correo electrónico válido'],
])('the e-mail address "%s" is refused and creates no order', async (email, message) => {
  const { createdOrders } = await openPayment({ path: '/precios/?plan=anual' })
  await findDialog()
  await typeEmail(email)
  await continueToPayment()
  expect(screen.getByText(message)).toBeTruthy()
  expect(createdOrders()).toEqual([])
})

test('a blocked payment window shows the contact of sales, and a retry uses the same order', async () => {
  const { checkout, createdOrders } = await openPayment({ path: '/precios/?plan=semestral' })
  checkout.setOutcome('blocked')
  const paymentDialog = await findDialog()
  await typeEmail('mordonez@nandu.example')
  await continueToPayment()
  const notice = await within(paymentDialog).findByRole('alert')
  expect(normalizeText(notice)).toContain('No pudimos abrir la ventana de pago. Revise si su navegador la bloqueó.')
  expect(within(notice).getByRole('link').getAttribute('href')).toBe('mailto:servicio@mercadodolar.example')
  checkout.setOutcome('leaving')
  await press('Reintentar')
  expect(checkout.openedOrders()).toHaveLength(2)
  expect(createdOrders()).toHaveLength(1)
})

/** Opens the payment dialog of the provider ePayco, whose window has this outcome. */
async function openEpaycoDialog(options: Parameters<typeof openPayment>[0] = {}, outcome: MemoryOutcome = 'open') {
  const portal = await openPayment({ path: '/precios/?plan=anual', checkoutKind: 'epayco', ...options })
  portal.checkout.setOutcome(outcome)
  await findDialog()
  await typeEmail('mordonez@nandu.example')
  return portal
}

test('after 15 s, closing the window of an unpaid order does not claim that nothing was charged', async () => {
  const { history, passSeconds } = await openEpaycoDialog({}, 'closed')
  await continueToPayment()
  await passSeconds(14)
  expect(screen.getByText('Comprobamos si alcanzó a pagar.').closest('[role="status"]')).toBeTruthy()
  await passSeconds(1)
  expect(history().at(-1)).toBe('/precios/?pago=cancelado')
  const notice = screen.getByText('Cerró la ventana antes de terminar.').closest<HTMLElement>('[role="status"]')
  expect(notice && normalizeText(notice)).toContain('Si alcanzó a pagar, el recibo llega a su correo.')
  expect(screen.queryByText(/ningún cobro/)).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

const ORDER = {
  reference: 'MD-2026-000001',
  plan: 'annual',
  base: 1_692_209,
  tax: 321_520,
  total: 2_013_729,
  status: 'approved',
  at: null,
  email: '',
  term: null,
  card: null,
  authorization: null,
  reason: null,
} as const

test.each([
  ['approved', ok(ORDER)],
  ['rejected', ok({ ...ORDER, status: 'rejected' } as const)],
  ['pending at the bank', ok({ ...ORDER, status: 'pending', card: 'Visa 1111' } as const)],
  ['not found', ok(null)],
  ['not loaded', err({ kind: 'unreachable' } as const)],
])('closing the window of an order that is %s opens the page of the order', async (_state, result) => {
  const { history } = await openEpaycoDialog({ payments: { findOrder: async () => result } }, 'closed')
  await continueToPayment()
  expect(history().at(-1)).toBe('/precios/respuesta/?referencia=MD-2026-000001&acceso=ac-1')
})

test('a confirmation 2 s after the window closed opens the page of the order', async () => {
  const { history, payments, createdOrders, passSeconds } = await openEpaycoDialog({}, 'closed')
  await continueToPayment()
  await passSeconds(2)
  expect(screen.queryByText('Cerró la ventana antes de terminar.')).toBeNull()
  payments.settle(createdOrders()[0] ?? '', 'approved')
  await passSeconds(1)
  expect(history().at(-1)).toBe('/precios/respuesta/?referencia=MD-2026-000001&acceso=ac-1')
})

test('the wait for a confirmation offers the order and can be cancelled', async () => {
  const { history, passSeconds } = await openEpaycoDialog({}, 'closed')
  await continueToPayment()
  const link = screen.getByRole('link', { name: 'Ver el pedido' })
  expect(link.getAttribute('href')).toBe('/precios/respuesta/?referencia=MD-2026-000001&acceso=ac-1')
  await press('Cancelar')
  await passSeconds(20)
  expect(history().at(-1)).toBe('/precios/')
})

test('after a lost reply, the form repeats only the same order with the same key', async () => {
  const { checkout, payments, createdOrders } = await openPayment({ path: '/precios/?plan=anual' })
  const { createOrder } = payments
  const spy = vi.spyOn(payments, 'createOrder').mockImplementation(async (...call) => {
    await createOrder(...call)
    return err({ kind: 'unreachable' })
  })
  await findDialog()
  await typeEmail('mordonez@nandu.example')
  await continueToPayment()
  expect(normalizeText(await screen.findByRole('alert'))).toContain('No sabemos si su pedido quedó registrado.')
  expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico').readOnly).toBe(true)
  await typeEmail('otra@nandu.example')
  spy.mockImplementation(createOrder)
  await passHumanCheck()
  await press('Reintentar')
  expect(spy.mock.calls.map(([request, , key]) => [request, key])).toEqual([
    [{ plan: 'annual', email: 'mordonez@nandu.example' }, 'payment-key-1'],
    [{ plan: 'annual', email: 'mordonez@nandu.example' }, 'payment-key-1'],
  ])
  expect(new Set(createdOrders())).toEqual(new Set(['MD-2026-000001']))
  expect(checkout.openedOrders()).toEqual([expect.objectContaining({ email: 'mordonez@nandu.example' })])
})

test('after a refusal, the changed form is a new order with another key', async () => {
  const { payments, checkout } = await openPayment({ path: '/precios/?plan=anual' })
  const { createOrder } = payments
  const refusal = err({ kind: 'rejected', status: 400, message: 'El correo electrónico no es válido.' } as const)
  const spy = vi.spyOn(payments, 'createOrder').mockResolvedValueOnce(refusal).mockImplementation(createOrder)
  await findDialog()
  await typeEmail('mordonez@nandu.example')
  await continueToPayment()
  await typeEmail('otra@nandu.example')
  await continueToPayment()
  expect(spy.mock.calls.map(([, , key]) => key)).toEqual(['payment-key-1', 'payment-key-2'])
  expect(checkout.openedOrders()).toEqual([expect.objectContaining({ email: 'otra@nandu.example' })])
})

test('a payment cancelled while its window loads does not open the window', async () => {
  const { checkout, history, flush } = await openEpaycoDialog()
  checkout.blockLoading()
  await continueToPayment()
  expect(screen.getByRole('dialog').textContent).toContain('Abriendo la ventana de pago')
  await press('Cancelar')
  expect(history().at(-1)).toBe('/precios/')
  checkout.finishLoading()
  await flush()
  expect(checkout.openedOrders()).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the close button closes the dialog while the payment loads', async () => {
  const { checkout } = await openEpaycoDialog()
  checkout.blockLoading()
  await continueToPayment()
  await press('Cerrar')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the dialog closes before the payment window opens, and the page then offers the order and Cancelar', async () => {
  const { checkout, history } = await openEpaycoDialog()
  const open = vi.spyOn(checkout, 'open').mockImplementation(() => {
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    return new Promise(() => {})
  })
  await continueToPayment()
  expect(open).toHaveBeenCalledOnce()
  expect(screen.getByText('La ventana de pago está abierta.')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Ver el pedido' })
  expect(link.getAttribute('href')).toBe('/precios/respuesta/?referencia=MD-2026-000001&acceso=ac-1')
  await press('Cancelar')
  expect(history().at(-1)).toBe('/precios/')
  expect(screen.queryByText('La ventana de pago está abierta.')).toBeNull()
})

test('Esc does not close a dialog with a typed e-mail address', async () => {
  await openPayment({ path: '/precios/?plan=anual' })
  const paymentDialog = await findDialog()
  await typeEmail('mordonez@nandu.example')
  await act(async () => fireEvent.keyDown(paymentDialog, { key: 'Escape' }))
  expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe('mordonez@nandu.example')
})

test('leaving the page aborts the preparation of the checkout', async () => {
  let prepareSignal: AbortSignal | null = null
  const { checkout, navigate, flush } = await openPayment({ checkoutKind: 'epayco' })
  await screen.findByRole('region', { name: 'Anual' })
  vi.spyOn(checkout, 'prepare').mockImplementation((signal) => {
    prepareSignal = signal
    return new Promise(() => {})
  })
  navigate('/')
  await flush()
  navigate('/precios/')
  await screen.findByRole('region', { name: 'Anual' })
  expect(prepareSignal).toMatchObject({ aborted: false })
  navigate('/')
  await flush()
  expect(prepareSignal).toMatchObject({ aborted: true })
})

test('a refused order shows its message and does not clear the typed e-mail address', async () => {
  const refusal = err({ kind: 'rejected', status: 429, message: 'Demasiados pedidos. Espere un minuto.' } as const)
  const { checkout } = await openPayment({
    path: '/precios/?plan=anual',
    payments: { createOrder: async () => refusal },
  })
  await findDialog()
  await typeEmail('mordonez@nandu.example')
  await continueToPayment()
  expect(normalizeText(await screen.findByRole('alert'))).toContain('Demasiados pedidos. Espere un minuto.')
  expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe('mordonez@nandu.example')
  expect(checkout.openedOrders()).toEqual([])
})

test('two presses of the button create one order', async () => {
  const { createdOrders } = await openPayment({ path: '/precios/?plan=anual' })
  await findDialog()
  await typeEmail('mordonez@nandu.example')
  await passHumanCheck()
  await act(async () => {
    const button = screen.getByRole('button', { name: 'Continuar al pago' })
    button.click()
    button.click()
  })
  expect(createdOrders()).toHaveLength(1)
})

test('a page restored by the browser can start the payment again', async () => {
  const { checkout, ports, createdOrders } = await openPayment({ path: '/precios/?plan=anual' })
  await findDialog()
  await typeEmail('mordonez@nandu.example')
  await continueToPayment()
  act(() => ports.page.setVisible(false))
  await act(async () => ports.page.setVisible(true))
  await continueToPayment()
  expect(checkout.openedOrders()).toHaveLength(2)
  expect(createdOrders()).toHaveLength(1)
})

test('the form of a signed-in client contains and sends the e-mail address of the account', async () => {
  const { checkout } = await openPayment({ path: '/precios/?plan=anual', isSignedIn: true })
  await findDialog()
  expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe('camila@correo.example')
  await continueToPayment()
  expect(checkout.openedOrders()).toEqual([expect.objectContaining({ email: 'camila@correo.example' })])
})

test('the checkout says the term before the payment; to a visitor without dates (D101)', async () => {
  const { payments } = await openPayment({ path: '/precios/?plan=anual', isSignedIn: true })
  const preview = await payments.previewTerm('annual')
  const { from = '', until = '' } = preview.ok ? preview.value.term : {}
  expect(from).toMatch(/^2026-/)
  const dialog = await findDialog()
  await waitFor(() => expect(normalizeText(dialog)).toContain(`del ${from} al ${until}Valor base`))
  cleanup()
  await openPayment({ path: '/precios/?plan=anual' })
  expect(normalizeText(await findDialog())).toContain('Vigenciadesde el pago o, si ya tiene un plan, desde el día')
})

test('the checkout without the term of the account can still pay (D101)', async () => {
  const previewTerm = async () => err({ kind: 'timeout' } as const)
  const { checkout } = await openPayment({ path: '/precios/?plan=anual', isSignedIn: true, payments: { previewTerm } })
  const dialog = await findDialog()
  await waitFor(() => expect(normalizeText(dialog)).toContain('Vigenciadesde el pago'))
  await continueToPayment()
  expect(checkout.openedOrders()).toHaveLength(1)
})

test('without a provider the dialog shows the contact of sales', async () => {
  const { createdOrders } = await openPayment({ path: '/precios/?plan=anual', checkoutKind: 'none' })
  const paymentDialog = await findDialog()
  expect(normalizeText(within(paymentDialog).getByRole('alert'))).toContain('El pago con tarjeta no está disponible.')
  expect(within(paymentDialog).getByRole('link').getAttribute('href')).toMatch(/^mailto:/)
  await typeEmail('mordonez@nandu.example')
  await press('Continuar al pago')
  expect(createdOrders()).toEqual([])
})

const findContinueButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continuar al pago' })

test('the button is disabled with its reason until the human check is solved, again after a failure (D9)', async () => {
  const { payments, checkout } = await openPayment({ path: '/precios/?plan=anual' })
  const lost = err({ kind: 'rejected', status: 400, message: 'La verificación no es válida.' } as const)
  const spy = vi.spyOn(payments, 'createOrder').mockResolvedValueOnce(lost)
  await findDialog()
  await typeEmail('mordonez@nandu.example')
  expect(findContinueButton().disabled).toBe(true)
  expect(screen.getByRole('button', { description: 'El botón se activa al completar la verificación.' })).toBe(
    findContinueButton(),
  )
  await passHumanCheck()
  expect(findContinueButton().disabled).toBe(false)
  await press('Continuar al pago')
  expect(normalizeText(await screen.findByRole('alert'))).toContain('La verificación no es válida.')
  expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe('mordonez@nandu.example')
  // It has the focus, which a disabled button loses in a browser.
  expect([findContinueButton().disabled, findContinueButton().getAttribute('aria-disabled')]).toEqual([false, 'true'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reintentar' }).disabled).toBe(true)
  await press('Continuar al pago')
  expect(spy).toHaveBeenCalledTimes(1)
  await continueToPayment()
  const proofs = spy.mock.calls.map(([, proof]) => proof.text)
  expect(new Set(proofs).size).toBe(2)
  expect(checkout.openedOrders()).toHaveLength(1)
})

test('an order that exists asks for no human check, another address does (D9)', async () => {
  const { checkout } = await openPayment({ path: '/precios/?plan=anual' })
  checkout.setOutcome('blocked')
  await findDialog()
  await typeEmail('mordonez@nandu.example')
  await continueToPayment()
  await screen.findByRole('alert')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(findContinueButton().disabled).toBe(false)
  await typeEmail('otra@nandu.example')
  expect(screen.getByRole('checkbox')).toBeTruthy()
  expect(findContinueButton().disabled).toBe(true)
})
