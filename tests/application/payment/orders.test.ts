import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createOrder as createOrderResource, ORDER_POLL_SECONDS } from '#src/application/payment/orders.ts'
import type { OrderStatus, PaymentOrder } from '#src/domain/payment/order.ts'
import { ok } from '#src/domain/result.ts'
import { HOUR_MS, SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const KEY = { reference: 'MD-2026-000318', access: 'ac-95d0e7' }

const createOrder = (status: OrderStatus): PaymentOrder => ({
  reference: KEY.reference,
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
})

/** Opens the view of an order with a status per load; null: no order. The last one repeats. */
async function openOrder(...statuses: readonly (OrderStatus | null)[]) {
  const ports = createMemoryPorts()
  let loadCount = 0
  const findOrder = async () => {
    const status = statuses[Math.min(loadCount, statuses.length - 1)] ?? null
    loadCount += 1
    return ok(status === null ? null : createOrder(status))
  }
  const announced: string[] = []
  const announcer = { announce: (text: string) => void announced.push(text) }
  const payments = { findOrder, listOrders: async () => ok([]) }
  const view = createOrderResource({ ...ports, payments, announcer }, KEY)
  const { unsubscribe } = view.subscribe(() => {})
  await flushPromises()
  const advance = async (milliseconds: number) => {
    ports.clock.advance(milliseconds)
    await flushPromises()
  }
  return { view, announced, unsubscribe, advance, loadCount: () => loadCount, timerCount: ports.clock.timerCount }
}

test.each(['approved', 'rejected', 'expired', null] as const)(
  'the view loads an order once and leaves no timer when its status is %s (null: no order)',
  async (status) => {
    const { view, advance, loadCount, timerCount } = await openOrder(status)
    expect(view.getSnapshot().value?.order?.status ?? null).toBe(status)
    expect(timerCount()).toBe(0)
    await advance(HOUR_MS)
    expect(loadCount()).toBe(1)
  },
)

test('the view loads a pending order every 15 s until the order has a result', async () => {
  const { advance, loadCount, timerCount } = await openOrder('pending', 'pending', 'approved')
  expect(timerCount()).toBe(1)
  await advance(ORDER_POLL_SECONDS * SECOND_MS)
  expect([loadCount(), timerCount()]).toEqual([2, 1])
  await advance(ORDER_POLL_SECONDS * SECOND_MS)
  expect([loadCount(), timerCount()]).toEqual([3, 0])
})

test('a view without subscribers stops loading a pending order', async () => {
  const { unsubscribe, advance, loadCount, timerCount } = await openOrder('pending')
  unsubscribe()
  expect(timerCount()).toBe(0)
  await advance(HOUR_MS)
  expect(loadCount()).toBe(1)
})

test('only a retry of the user announces that the order is still pending', async () => {
  const { view, announced, advance } = await openOrder('pending', 'pending', 'pending', 'approved')
  await advance(ORDER_POLL_SECONDS * SECOND_MS)
  expect(announced).toEqual([])
  view.getSnapshot().retry()
  await advance(0)
  expect(announced).toEqual([expect.stringMatching(/^El pago sigue pendiente, última vez \d\d:\d\d:\d\d$/)])
  view.getSnapshot().retry()
  await advance(0)
  expect(announced).toHaveLength(1)
})
