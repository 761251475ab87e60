import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import type { PaymentsGateway } from '#src/application/payment/ports.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import { ORDER_LIFETIME_MS, type TransactionState } from '#src/domain/payment/order.ts'
import { findPlan, PLAN_IDS } from '#src/domain/payment/plans.ts'
import { addDays, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { createAbortedSignal, getValue, rejection, UNREACHABLE } from '#tests/contract/identity-under-test.ts'

/** A service with the demo accounts and without orders. */
export interface PaymentsUnderTest {
  /** The gateway of a visitor. */
  readonly visitor: PaymentsGateway
  /** Creates the gateway of a signed-in demo client in a separate browser. */
  client(username: string): Promise<PaymentsGateway>
  /** Reports the state of a transaction with a Visa card, as the provider does. */
  settle(reference: string, transaction: TransactionState): Promise<void>
  /** Solves the human check of the service. */
  solve(): Promise<HumanProof>
  /** Returns the real time of the service. */
  now(): Instant
  /** Advances the real clock of the service. */
  advance(milliseconds: number): void
}

const EMAIL = 'mordonez@nandu.example'

/** Tests of every gateway of orders (D78). */
export function paymentsGatewayContract(name: string, create: () => Promise<PaymentsUnderTest>): void {
  test.each(PLAN_IDS)(`${name}: a new order of the %s plan has the price of the plan and is pending`, async (plan) => {
    const { visitor, solve } = await create()
    const { base, tax, total } = findPlan(plan)
    const { reference, access, ...order } = getValue(
      await visitor.createOrder({ plan, email: EMAIL }, await solve(), randomUUID()),
    )
    expect(order).toEqual({ plan, base, tax, total })
    expect(getValue(await visitor.findOrder({ reference, access }))).toMatchObject({
      reference,
      plan,
      base,
      tax,
      total,
      status: 'pending',
      email: EMAIL,
      term: null,
      card: null,
      authorization: null,
      reason: null,
    })
  })

  test(`${name}: two orders have different references and access codes`, async () => {
    const { visitor, solve } = await create()
    const one = getValue(await visitor.createOrder({ plan: 'annual', email: EMAIL }, await solve(), randomUUID()))
    const other = getValue(await visitor.createOrder({ plan: 'annual', email: EMAIL }, await solve(), randomUUID()))
    expect(one.reference).not.toBe(other.reference)
    expect(one.access).not.toBe(other.access)
    expect(getValue(await visitor.findOrder({ reference: one.reference, access: other.access }))).toBeNull()
  })

  test(`${name}: a repeated request with its idempotency key returns the first order (D28)`, async () => {
    const { visitor, client, solve } = await create()
    const gateway = await client('demo')
    for (const caller of [visitor, gateway]) {
      const key = randomUUID()
      const first = getValue(await caller.createOrder({ plan: 'annual', email: EMAIL }, await solve(), key))
      expect(getValue(await caller.createOrder({ plan: 'annual', email: EMAIL }, await solve(), key))).toEqual(first)
      expect(await caller.createOrder({ plan: 'quarterly', email: EMAIL }, await solve(), key)).toMatchObject(
        rejection(409),
      )
      expect(getValue(await caller.findOrder(first))).toMatchObject({ reference: first.reference })
    }
    expect(getValue(await gateway.listOrders())).toHaveLength(1)
  })

  test(`${name}: an order of a visitor without a valid mail address is rejected`, async () => {
    const { visitor, solve } = await create()
    for (const email of [null, '', '   ', 'nadie', 'a@b', `${'a'.repeat(250)}@nandu.example`]) {
      expect(await visitor.createOrder({ plan: 'annual', email }, await solve(), randomUUID())).toMatchObject(
        rejection(400),
      )
    }
  })

  test(`${name}: an order without a valid proof is rejected, a repeated one too (D9)`, async () => {
    const { visitor, solve } = await create()
    const request = { plan: 'annual', email: EMAIL } as const
    const forged = { text: 'inventada', expiresAt: Number.MAX_SAFE_INTEGER }
    expect(await visitor.createOrder(request, forged, randomUUID())).toMatchObject(rejection(400))
    const [proof, key] = [await solve(), randomUUID()]
    const first = getValue(await visitor.createOrder(request, proof, key))
    expect(await visitor.createOrder(request, proof, key)).toMatchObject(rejection(400))
    expect(await visitor.createOrder(request, proof, randomUUID())).toMatchObject(rejection(400))
    expect(getValue(await visitor.createOrder(request, await solve(), key))).toEqual(first)
  })

  test(`${name}: an order is not found without its access code`, async () => {
    const { visitor, client, solve } = await create()
    const { reference } = getValue(
      await visitor.createOrder({ plan: 'annual', email: EMAIL }, await solve(), randomUUID()),
    )
    const otherGateway = await client('demo')
    for (const gateway of [visitor, otherGateway]) {
      expect(getValue(await gateway.findOrder({ reference, access: null }))).toBeNull()
      expect(getValue(await gateway.findOrder({ reference, access: 'ac-otro' }))).toBeNull()
    }
    expect(getValue(await visitor.findOrder({ reference: 'MD-2020-000001', access: 'ac-otro' }))).toBeNull()
  })

  test(`${name}: an approved order has card, authorization and the term of its plan`, async () => {
    const { visitor, settle, now, solve } = await create()
    const key = getValue(await visitor.createOrder({ plan: 'annual', email: EMAIL }, await solve(), randomUUID()))
    await settle(key.reference, 'approved')
    const order = getValue(await visitor.findOrder(key))
    const today = toDate(now())
    expect(order).toMatchObject({ status: 'approved', card: 'Visa 1111', authorization: '702418', reason: null })
    expect(order?.term?.from).toBe(today)
    expect(addDays(order?.term?.until ?? '', 1).slice(4)).toBe(today.slice(4))
  })

  test(`${name}: a rejected order has its reason and can still be approved`, async () => {
    const { visitor, settle, solve } = await create()
    const key = getValue(await visitor.createOrder({ plan: 'quarterly', email: EMAIL }, await solve(), randomUUID()))
    await settle(key.reference, 'rejected')
    expect(getValue(await visitor.findOrder(key))).toMatchObject({
      status: 'rejected',
      reason: 'Fondos insuficientes',
      term: null,
    })
    await settle(key.reference, 'approved')
    expect(getValue(await visitor.findOrder(key))).toMatchObject({ status: 'approved', reason: null })
  })

  test(`${name}: only an order without a transaction expires after its lifetime`, async () => {
    const { visitor, settle, now, advance, solve } = await create()
    const [unpaidKey, pendingKey, rejectedKey] = [
      getValue(await visitor.createOrder({ plan: 'annual', email: EMAIL }, await solve(), randomUUID())),
      getValue(await visitor.createOrder({ plan: 'annual', email: EMAIL }, await solve(), randomUUID())),
      getValue(await visitor.createOrder({ plan: 'annual', email: EMAIL }, await solve(), randomUUID())),
    ]
    const createdAt = now()
    await settle(pendingKey.reference, 'pending')
    await settle(rejectedKey.reference, 'rejected')
    const readStatuses = async () =>
      Promise.all(
        [unpaidKey, pendingKey, rejectedKey].map(async (key) => getValue(await visitor.findOrder(key))?.status),
      )
    advance(ORDER_LIFETIME_MS - 1)
    expect(await readStatuses()).toEqual(['pending', 'pending', 'rejected'])
    advance(1)
    expect(await readStatuses()).toEqual(['expired', 'pending', 'rejected'])
    expect(getValue(await visitor.findOrder(unpaidKey))?.at).toBe(createdAt + ORDER_LIFETIME_MS)
  })

  test(`${name}: an expired order becomes approved when its payment is confirmed`, async () => {
    const { visitor, client, settle, advance, now, solve } = await create()
    const gateway = await client('demo')
    const { reference, access } = getValue(
      await gateway.createOrder({ plan: 'annual', email: null }, await solve(), randomUUID()),
    )
    advance(10 * ORDER_LIFETIME_MS)
    const laterGateway = await client('demo')
    expect(getValue(await laterGateway.listOrders())).toMatchObject([{ reference, status: 'expired' }])
    await settle(reference, 'approved')
    expect(getValue(await laterGateway.listOrders())).toMatchObject([{ reference, status: 'approved', at: now() }])
    expect(getValue(await visitor.findOrder({ reference, access }))).toMatchObject({ status: 'approved' })
  })

  test(`${name}: later confirmations do not change an approved order`, async () => {
    const { visitor, settle, solve } = await create()
    const key = getValue(await visitor.createOrder({ plan: 'quarterly', email: EMAIL }, await solve(), randomUUID()))
    await settle(key.reference, 'approved')
    const approvedOrder = getValue(await visitor.findOrder(key))
    for (const transaction of ['approved', 'rejected', 'pending'] as const) await settle(key.reference, transaction)
    expect(getValue(await visitor.findOrder(key))).toEqual(approvedOrder)
  })

  test(`${name}: listOrders returns only the orders of the client, newest first`, async () => {
    const { visitor, client, solve } = await create()
    const gateway = await client('demo')
    getValue(await visitor.createOrder({ plan: 'annual', email: EMAIL }, await solve(), randomUUID()))
    const first = getValue(await gateway.createOrder({ plan: 'quarterly', email: null }, await solve(), randomUUID()))
    const second = getValue(await gateway.createOrder({ plan: 'annual', email: EMAIL }, await solve(), randomUUID()))
    expect(getValue(await gateway.listOrders()).map(({ reference, email }) => [reference, email])).toEqual([
      [second.reference, EMAIL],
      [first.reference, 'demo@mercadodolar.example'],
    ])
    expect(getValue(await gateway.findOrder({ reference: first.reference, access: null }))).toMatchObject({
      reference: first.reference,
    })
    const otherGateway = await client('demodos')
    expect(getValue(await otherGateway.listOrders())).toEqual([])
    expect(getValue(await otherGateway.findOrder({ reference: first.reference, access: null }))).toBeNull()
  })

  test(`${name}: listOrders returns a paid order of a visitor with the mail address of the client`, async () => {
    const { visitor, client, settle, solve } = await create()
    const gateway = await client('demo')
    const { reference } = getValue(
      await visitor.createOrder({ plan: 'annual', email: 'DEMO@mercadodolar.example' }, await solve(), randomUUID()),
    )
    expect(getValue(await gateway.listOrders())).toEqual([])
    await settle(reference, 'approved')
    expect(getValue(await gateway.listOrders())).toMatchObject([{ reference, status: 'approved' }])
  })

  test(`${name}: a visitor who pays with a client's mail address does not see the client's term`, async () => {
    const { visitor, client, settle, solve } = await create()
    const gateway = await client('demo')
    const key = getValue(
      await visitor.createOrder({ plan: 'annual', email: 'demo@mercadodolar.example' }, await solve(), randomUUID()),
    )
    await settle(key.reference, 'approved')
    expect(getValue(await visitor.findOrder(key))).toMatchObject({ status: 'approved', card: 'Visa 1111', term: null })
    expect(getValue(await (await client('demodos')).findOrder(key))?.term).toBeNull()
    const term = getValue(await gateway.findOrder({ reference: key.reference, access: null }))?.term
    expect(term?.until).toMatch(/^\d{4}-/)
    expect(getValue(await gateway.findOrder(key))?.term).toEqual(term)
  })

  test(`${name}: the term of the next order starts after the term of the last order`, async () => {
    const { client, settle, solve } = await create()
    const gateway = await client('demo')
    const terms = []
    for (const plan of ['quarterly', 'annual'] as const) {
      const { reference } = getValue(await gateway.createOrder({ plan, email: null }, await solve(), randomUUID()))
      await settle(reference, 'approved')
      terms.push(getValue(await gateway.findOrder({ reference, access: null }))?.term)
    }
    expect(terms[1]?.from).toBe(addDays(terms[0]?.until ?? '', 1))
  })

  test(`${name}: the term before a payment is the term of the paid order (D101)`, async () => {
    const { visitor, client, settle, now, solve } = await create()
    const gateway = await client('demo')
    for (const plan of PLAN_IDS) {
      const { term, startsToday } = getValue(await gateway.previewTerm(plan))
      expect(startsToday).toBe(term.from === toDate(now()))
      const { reference } = getValue(await gateway.createOrder({ plan, email: null }, await solve(), randomUUID()))
      expect(getValue(await gateway.previewTerm(plan))).toEqual({ term, startsToday })
      await settle(reference, 'approved')
      expect(getValue(await gateway.findOrder({ reference, access: null }))?.term).toEqual(term)
      expect(getValue(await gateway.previewTerm(plan))).toMatchObject({
        term: { from: addDays(term.until, 1) },
        startsToday: false,
      })
    }
    const otherTerm = getValue(await (await client('demodos')).previewTerm('annual')).term
    expect(otherTerm).not.toEqual(getValue(await gateway.previewTerm('annual')).term)
    expect(await visitor.previewTerm('annual')).toMatchObject(rejection(401))
  })

  test(`${name}: listOrders of a visitor is rejected`, async () => {
    expect(await (await create()).visitor.listOrders()).toMatchObject(rejection(401))
  })

  test(`${name}: an aborted createOrder returns unreachable`, async () => {
    const { visitor, solve } = await create()
    expect(
      await visitor.createOrder({ plan: 'annual', email: EMAIL }, await solve(), randomUUID(), createAbortedSignal()),
    ).toEqual(UNREACHABLE)
  })
}
