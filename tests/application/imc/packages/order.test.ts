import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createOrderView } from '#src/application/imc/packages/order.ts'
import type { Draft, DraftOf, InterruptedWork } from '#src/application/imc/session/interrupted-work.ts'
import { createToasts } from '#src/application/platform/notices.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { OrderForm } from '#src/domain/imc/packages/order-machine.ts'
import type { PackageOrder } from '#src/domain/imc/packages/package-order.ts'
import { err, ok } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const OFFERS = [{ id: 'paq-1', code: 'USD-1', name: 'Uno', price: 100 }]

const GROUP = { packageId: 'paq-1', code: 'USD-1', name: 'Uno', screens: 1, available: 0, assigned: 1, transit: 0 }
const GROUPS = [
  { ...GROUP, monthlyCost: 1000.5 },
  { ...GROUP, packageId: 'paq-2', monthlyCost: 500 },
]

const LOST: CallFailure = { kind: 'timeout' }
const refused = (status: number): CallFailure => ({ kind: 'rejected', status, message: 'Rechazado.' })

const createFind =
  (form: OrderForm | null): InterruptedWork['find'] =>
  <Kind extends Draft['kind']>(kind: Kind) =>
    kind === 'order' && form !== null ? ({ kind: 'order', form } as DraftOf<Kind>) : null

/** Opens the dialog over a service that replies with `failures` in order, then accepts. */
const openOrder = (...failures: readonly CallFailure[]) => openForm(null, failures)

/** As `openOrder`, with the form of an ended session. */
async function openForm(form: OrderForm | null, failures: readonly CallFailure[] = []) {
  const sent: (readonly [quantity: PackageOrder['quantity'], key: string])[] = []
  const replies = [...failures]
  const offers = [...OFFERS]
  let keys = 0
  const view = createOrderView({
    ...createMemoryPorts(),
    toasts: createToasts(),
    work: { find: createFind(form), registerForm: () => () => {} },
    newKey: () => `key-${++keys}`,
    packages: {
      groups: async () => ok(GROUPS),
      offers: async () => ok([...offers]),
      async order({ quantity }, key) {
        sent.push([quantity, key])
        const failure = replies.shift()
        return failure ? err(failure) : ok({ id: 'sol-1', reference: 'S-1' })
      },
    },
  })
  view.subscribe()
  await flushPromises()
  view.choose('paq-1')
  const review = (quantity: string) => {
    view.typeQuantity(quantity)
    view.submit()
  }
  const submit = async (quantity: string) => {
    review(quantity)
    view.confirm()
    await flushPromises()
  }
  const reload = async () => {
    view.getSnapshot().offers.retry()
    await flushPromises()
  }
  return { view, sent, review, submit, reload, offers }
}

test('after a lost reply a changed order is not sent: the identical order is sent with its key (D28)', async () => {
  const { view, sent, submit } = await openOrder(LOST)
  await submit('2')
  expect(view.getSnapshot()).toMatchObject({ mayExist: true, total: 200 })
  await submit('5')
  expect(sent).toEqual([
    [2, 'key-1'],
    [2, 'key-1'],
  ])
  expect(view.getSnapshot().sent).toBe(true)
})

test.each([401, 429])('after a lost reply a refusal with %d does not unlock the form', async (status) => {
  const { view, submit } = await openOrder(LOST, refused(status))
  await submit('2')
  await submit('2')
  expect(view.getSnapshot()).toMatchObject({ mayExist: true, quantity: '2' })
})

test('after a lost reply a refusal that settles the order unlocks the form, and a new order has a new key', async () => {
  const { view, sent, submit } = await openOrder(LOST, refused(409))
  await submit('2')
  await submit('2')
  expect(view.getSnapshot()).toMatchObject({ mayExist: false, failure: 'Rechazado.' })
  await submit('5')
  expect(sent.map(([quantity]) => quantity)).toEqual([2, 2, 5])
  expect(new Set(sent.map(([, key]) => key)).size).toBe(2)
})

test('after a refusal the offers are loaded again: the package may be gone', async () => {
  const { view, submit, offers } = await openOrder(refused(404))
  offers.length = 0
  await submit('2')
  expect(view.getSnapshot()).toMatchObject({ sending: false, chosenOffer: null, offers: { value: [] } })
})

test.each([
  ['2', 'key-0'],
  ['5', 'key-1'],
])('after a session that ended during an order of 2, an order of %s is sent with %s', async (quantity, key) => {
  const request: PackageOrder = { packageId: 'paq-1', price: 100, quantity: 2 }
  const attempt = { key: 'key-0', request, isUnsettled: false }
  const { sent, submit } = await openForm({ packageId: 'paq-1', quantity: '2', attempt })
  await submit(quantity)
  expect(sent).toEqual([[Number(quantity), key]])
})

test('a lost order is still locked after the session ended', async () => {
  const request: PackageOrder = { packageId: 'paq-1', price: 100, quantity: 2 }
  const attempt = { key: 'key-0', request, isUnsettled: true }
  const { view, sent, submit } = await openForm({ packageId: 'paq-1', quantity: '2', attempt })
  expect(view.getSnapshot()).toMatchObject({ mayExist: true, total: 200 })
  await submit('5')
  expect(sent).toEqual([[2, 'key-0']])
})

test('the button names the order when the form is valid, in the singular too (D99)', async () => {
  const { view } = await openOrder()
  expect(view.getSnapshot().submitText).toBe('Solicitar 1 paquete, $\u00a0100/mes')
  view.typeQuantity('3')
  expect(view.getSnapshot().submitText).toBe('Solicitar 3 paquetes, $\u00a0300/mes')
  view.typeQuantity('0')
  expect(view.getSnapshot().submitText).toBe('Solicitar')
})

test('a valid order is reviewed with the monthly cost before and after it, and sent when confirmed (D99)', async () => {
  const { view, sent, review } = await openOrder()
  view.confirm()
  review('3')
  expect(view.getSnapshot().review).toEqual({
    code: 'USD-1',
    name: 'Uno',
    price: 100,
    quantity: '3 paquetes',
    total: 300,
    monthlyCost: { before: 1500.5, after: 1800.5 },
  })
  expect(sent).toEqual([])
  view.confirm()
  expect(view.getSnapshot()).toMatchObject({ sending: true, review: { total: 300 } })
  view.confirm()
  await flushPromises()
  expect(sent).toEqual([[3, 'key-2']])
})

test('an invalid order is not reviewed', async () => {
  const { view, review } = await openOrder()
  review('')
  expect(view.getSnapshot()).toMatchObject({ review: null, errors: { offer: null } })
  expect(view.getSnapshot().errors.quantity).not.toBeNull()
})

test('the form keeps what was typed when the review goes back', async () => {
  const { view, sent, review } = await openOrder()
  review('3')
  view.typeQuantity('9')
  view.back()
  expect(view.getSnapshot()).toMatchObject({ review: null, quantity: '3', chosenOffer: { id: 'paq-1' } })
  view.confirm()
  await flushPromises()
  expect(sent).toEqual([])
})

test('an order under review whose price changes goes back to the form with the new total (D99)', async () => {
  const { view, sent, review, reload, offers } = await openOrder()
  review('3')
  offers[0] = { id: 'paq-1', code: 'USD-1', name: 'Uno', price: 150 }
  await reload()
  expect(view.getSnapshot()).toMatchObject({
    review: null,
    total: 450,
    offerChange: 'El precio del paquete cambió. El total ya muestra el valor vigente.',
  })
  view.confirm()
  await flushPromises()
  expect(sent).toEqual([])
  review('3')
  expect(view.getSnapshot()).toMatchObject({ offerChange: null, review: { price: 150 } })
})

test('an order under review whose package is gone goes back to the form (D99)', async () => {
  const { view, review, reload, offers } = await openOrder()
  review('3')
  offers.length = 0
  await reload()
  expect(view.getSnapshot()).toMatchObject({
    review: null,
    quantity: '3',
    offerChange: 'El paquete que eligió ya no está disponible. Elija otro.',
  })
})

test('other offers do not end the review', async () => {
  const { view, review, reload, offers } = await openOrder()
  review('3')
  offers.push({ id: 'paq-2', code: 'USD-2', name: 'Dos', price: 1 })
  await reload()
  expect(view.getSnapshot()).toMatchObject({ offerChange: null, review: { total: 300 } })
})
