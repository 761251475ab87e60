import { describe, expect, test } from 'vitest'

import { createOperatorClient } from '#server/operator/terminal/operator-client.ts'
import { readCommand, runCommand } from '#server/operator/terminal/read-command.ts'
import { ORDER_LIFETIME_MS } from '#src/domain/payment/order.ts'
import { ENGINES } from '#tests/support/databases.ts'
import {
  createEpaycoConfirmation,
  createTransactionReply,
  type EpaycoReply,
  signAsEpayco,
  startFakeEpayco,
  startWithEpayco,
  UNKNOWN_TRANSACTION,
} from '#tests/support/epayco.ts'
import { createBrowser, startIdentity, type TestIdentity } from '#tests/support/identity.ts'
import {
  createConfirmation,
  createOrder,
  type Form,
  PAYER,
  postConfirmation,
  readOrder,
  sign,
} from '#tests/support/payments.ts'

const KEY = 'una-clave-de-dieciseis'
const OPTIONS = { imc: true, demoEntities: [], env: { OPERATOR_KEY: KEY } } as const

/** Returns a function that runs a command of the operator and returns its output. */
function createOperator({ url }: TestIdentity) {
  const client = createOperatorClient({ url, key: KEY })
  return async (...argv: readonly string[]) => {
    const command = readCommand(argv)
    if (!command.ok) throw new Error(JSON.stringify(command.error))
    const result = await runCommand(client, command.value)
    return result.ok ? result.value : `REFUSED ${result.error}`
  }
}

async function startSandbox(engine: (typeof ENGINES)[number]) {
  const server = await startIdentity({ ...OPTIONS, engine, payments: true })
  const confirm = (form: Form) => postConfirmation(server.url, sign(form))
  return { server, run: createOperator(server), confirm }
}

/** Starts a server with ePayco; `replies` maps each transaction to the reply of the provider. */
async function startEpayco(engine: (typeof ENGINES)[number]) {
  const replies = new Map<string, EpaycoReply>()
  const fetch = await startFakeEpayco((reference) => replies.get(reference) ?? UNKNOWN_TRANSACTION)
  const server = await startWithEpayco(fetch, { ...OPTIONS, engine })
  return { server, run: createOperator(server), replies }
}

const findReferences = (table: string) => table.match(/MD-\d{4}-\d{6}/g) ?? []

describe.each(ENGINES)('%s', (engine) => {
  test('the order list can be filtered by state, by a part of the mail address, and by reference', async () => {
    const { server, run, confirm } = await startSandbox(engine)
    const expired = await createOrder(server)
    server.time.pass(ORDER_LIFETIME_MS)
    const unpaid = await createOrder(server, { plan: 'anual', email: 'otra@norte.example' })
    const pending = await createOrder(server)
    await confirm(createConfirmation(pending, { x_cod_response: '3' }))
    const rejected = await createOrder(server)
    await confirm(createConfirmation(rejected, { x_cod_response: '2' }))
    const approved = await createOrder(server)
    await confirm(createConfirmation(approved))
    const newestFirst = [approved, rejected, pending, unpaid, expired].map(({ referencia }) => referencia)
    expect(findReferences(await run('orders', 'list'))).toEqual(newestFirst)
    const lists = {
      pending: [pending.referencia, unpaid.referencia],
      approved: [approved.referencia],
      rejected: [rejected.referencia],
      expired: [expired.referencia],
    }
    for (const [state, expected] of Object.entries(lists))
      expect(findReferences(await run('orders', 'list', '--state', state)), state).toEqual(expected)
    expect(await run('orders', 'list', '--state', 'review')).toBe('No hay.')
    expect(findReferences(await run('orders', 'list', '--find', 'NORTE'))).toEqual([unpaid.referencia])
    expect(findReferences(await run('orders', 'list', '--find', '%'))).toEqual([])
    expect(findReferences(await run('orders', 'list', '--find', rejected.referencia.toLowerCase()))).toEqual([
      rejected.referencia,
    ])
    expect(await run('orders', 'list', '--state', 'expired')).toMatch(/Vencido +2100-01-05 10:00/)
  })

  test('the details of an order contain its account, its card and its history', async () => {
    const { server, run, confirm } = await startSandbox(engine)
    const browser = createBrowser(server.url)
    await browser.logIn('demo')
    const order = await createOrder(server, { plan: 'anual' }, browser)
    await confirm(createConfirmation(order, { x_ref_payco: 'ref-a', x_cod_response: '2' }))
    await confirm({ ...createConfirmation(order), x_amount: '1' })
    await confirm(createConfirmation(order, { x_ref_payco: 'ref-b' }))
    const details = await run('orders', 'show', order.referencia.toLowerCase())
    expect(details.replaceAll('\u00a0', ' ')).toContain('Total:          $ 2.013.729 COP')
    for (const part of [
      'Aprobado',
      'Usuario:        demo',
      'Tarjeta:        Visa 1111',
      'ref-a · Rechazado',
      'ref-b · Aprobado',
    ])
      expect(details).toContain(part)
    expect(
      details
        .split('\n')
        .slice(-4)
        .map((line) => line.slice(20)),
    ).toEqual([
      'Pedido creado',
      'Pago rechazado · ref-a',
      expect.stringMatching(/^Confirmación no aceptada · ref-\d+ · El valor de la confirmación no es el de la orden/),
      'Pago aprobado · ref-b',
    ])
    expect(await run('orders', 'show', 'MD-2100-999999')).toBe('REFUSED La orden de pago no existe.')
  })

  test('the review list contains reversed payments and double charges, also after one charge is reversed (D78)', async () => {
    const { server, run, confirm } = await startSandbox(engine)
    const doubled = await createOrder(server)
    const second = createConfirmation(doubled, { x_ref_payco: `doble-${doubled.referencia}` })
    await confirm(createConfirmation(doubled))
    await confirm(second)
    const reversed = await createOrder(server)
    const approval = createConfirmation(reversed)
    await confirm(approval)
    await confirm({ ...approval, x_cod_response: '6' })
    const review = await run('orders', 'list', '--state', 'review')
    expect(findReferences(review)).toEqual([reversed.referencia, doubled.referencia])
    expect(review).toMatch(/Pago reversado\n.*Cobro doble$/)
    expect(await run('orders', 'show', reversed.referencia)).toMatch(/Aprobado · reversada|Rechazado · reversada/)
    await confirm({ ...second, x_cod_response: '6' })
    expect(await run('orders', 'list', '--state', 'review')).toMatch(/Pago reversado\n.*Cobro doble$/)
  })

  test('a double charge stays in the review list after a third approval, also after one charge is reversed (D78)', async () => {
    const { server, run, confirm } = await startSandbox(engine)
    const order = await createOrder(server)
    const listReview = async () => {
      const list = await run('orders', 'list', '--state', 'review')
      return [findReferences(list), list.includes('Cobro doble')]
    }
    const second = createConfirmation(order)
    await confirm(createConfirmation(order))
    await confirm(second)
    await confirm({ ...second, x_cod_response: '6' })
    expect(await listReview()).toEqual([[order.referencia], true])
    await confirm(createConfirmation(order))
    expect(await listReview()).toEqual([[order.referencia], true])
    await run('orders', 'review', order.referencia, '--reason', 'Devolver dos cobros.')
    expect(await listReview()).toEqual([[], false])
  })

  test('a reversed order stays in the review list after another approved transaction (D78)', async () => {
    const { server, run, confirm } = await startSandbox(engine)
    const order = await createOrder(server)
    const approval = createConfirmation(order)
    await confirm(approval)
    await confirm({ ...approval, x_cod_response: '6' })
    await confirm(createConfirmation(order))
    const list = await run('orders', 'list', '--state', 'review')
    expect(findReferences(list)).toEqual([order.referencia])
    expect(list).toContain('Cobro doble')
    await run('orders', 'review', order.referencia, '--reason', 'Pagó de nuevo.')
    expect(await run('orders', 'list', '--state', 'review')).toBe('No hay.')
  })

  test('the reversal of a reviewed double charge does not reopen the review (D78)', async () => {
    const { server, run, confirm } = await startSandbox(engine)
    const order = await createOrder(server)
    const second = createConfirmation(order)
    await confirm(createConfirmation(order))
    await confirm(second)
    await run('orders', 'review', order.referencia, '--reason', 'Devolver el segundo cobro.')
    await confirm({ ...second, x_cod_response: '6' })
    expect(await run('orders', 'list', '--state', 'review')).toBe('No hay.')
  })

  test('a review removes an order from the review list until the order has a new issue', async () => {
    const { server, run, confirm } = await startSandbox(engine)
    const order = await createOrder(server)
    const { referencia } = order
    const review = (reason: string) => run('orders', 'review', referencia.toLowerCase(), '--reason', reason)
    const noIssue = 'REFUSED El pedido no tiene una novedad por revisar.'
    expect(await review('Nada.')).toBe(noIssue)
    const [first, second] = ['una', 'otra'].map((name) =>
      createConfirmation(order, { x_ref_payco: `${name}-${referencia}` }),
    )
    await confirm(first ?? {})
    expect(await review('Nada.')).toBe(noIssue)

    await confirm(second ?? {})
    const reviewed = await review('Devuelto por transferencia.')
    expect(reviewed).toMatch(/^El pedido quedó revisado\./)
    expect(reviewed).toMatch(/Revisado: +2100-01-04 10:00/)
    expect(reviewed).toContain('Novedad revisada · Devuelto por transferencia.')
    expect(await run('orders', 'list', '--state', 'review')).toBe('No hay.')
    expect(await review('Otra vez.')).toBe(noIssue)
    expect(await run('orders', 'list', '--state', 'approved')).toContain('Cobro doble')

    for (const form of [first, second]) await confirm({ ...form, x_cod_response: '6' })
    const again = await run('orders', 'list', '--state', 'review')
    expect(findReferences(again)).toEqual([referencia])
    expect(again).toContain('Pago reversado')
    await review('La cuenta quedó desactivada.')
    expect(await run('orders', 'list', '--state', 'review')).toBe('No hay.')
    expect(await run('orders', 'review', 'MD-2100-999999', '--reason', 'x')).toBe('REFUSED La orden de pago no existe.')
  })

  test('a check settles an unconfirmed payment; a later confirmation and check send no second receipt', async () => {
    const { server, run, replies } = await startEpayco(engine)
    const order = await createOrder(server)
    const form = signAsEpayco(createEpaycoConfirmation(order))
    const number = form['x_ref_payco'] ?? ''
    replies.set(number, createTransactionReply(form))
    expect(await run('orders', 'check', order.referencia)).toBe(
      'REFUSED Ninguna confirmación nombró una transacción. Indique su número con --transaction.',
    )
    const checked = await run('orders', 'check', order.referencia, '--transaction', number)
    expect(checked).toContain('El pedido cambió con lo que dice el proveedor.')
    expect(checked).toContain('Tarjeta:        Visa 1111')
    expect(checked).toContain('Consultado al proveedor')
    expect(await readOrder(server, order)).toMatchObject({ estatus: 'Aprobado', autorizacion: '702418' })
    expect((await postConfirmation(server.url, form)).status).toBe(200)
    expect(await run('orders', 'check', order.referencia)).toContain('Sin cambios: el proveedor dice lo mismo.')
    const receipts = await server.database.db
      .selectFrom('records_outbox')
      .select('id')
      .where('recipient', '=', PAYER)
      .execute()
    expect(receipts).toHaveLength(1)
    const audited = await server.database.db
      .selectFrom('records_audit')
      .select(['realm', 'subject_name', 'after'])
      .where('target', '=', order.referencia)
      .where('action', '=', 'order-checked')
      .orderBy('id')
      .execute()
    expect(audited).toEqual([
      { realm: 'operator', subject_name: 'Operaciones', after: '{"outcomes":["approved"]}' },
      { realm: 'operator', subject_name: 'Operaciones', after: '{"outcomes":["repeated"]}' },
    ])
  })

  test('a check detects a payment that the provider has reversed', async () => {
    const { server, run, replies } = await startEpayco(engine)
    const order = await createOrder(server)
    const form = signAsEpayco(createEpaycoConfirmation(order))
    const number = form['x_ref_payco'] ?? ''
    replies.set(number, createTransactionReply(form))
    await postConfirmation(server.url, form)
    replies.set(number, createTransactionReply(form, { x_cod_response: 6 }))
    expect(await run('orders', 'check', order.referencia)).toContain('Pago reversado')
    expect(findReferences(await run('orders', 'list', '--state', 'review'))).toEqual([order.referencia])
  })

  test.each([
    [
      'of another order',
      { x_id_invoice: 'MD-2100-999999' },
      'La confirmación no coincide con la transacción del proveedor.',
    ],
    ['with another amount', { x_amount: 1000 }, 'La confirmación no coincide con la transacción del proveedor.'],
    ['with an unknown state', { x_cod_response: 99 }, 'La confirmación no coincide con la transacción del proveedor.'],
    ['of a test payment', { x_test_request: 'TRUE' }, 'La transacción es de prueba.'],
  ])('a check of a transaction %s changes nothing', async (_what, changes, message) => {
    const { server, run, replies } = await startEpayco(engine)
    const order = await createOrder(server)
    replies.set('77', createTransactionReply(createEpaycoConfirmation(order), changes))
    expect(await run('orders', 'check', order.referencia, '--transaction', '77')).toBe(`REFUSED ${message}`)
    expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente' })
  })

  test.each([
    ['does not know the transaction', UNKNOWN_TRANSACTION, 'El proveedor no conoce la transacción.'],
    ['fails', { status: 500, body: '' }, 'No pudimos consultar al proveedor. Intente de nuevo en un minuto.'],
    ['replies HTML', { body: '<!doctype html>' }, 'No pudimos consultar al proveedor. Intente de nuevo en un minuto.'],
  ])('a check reports a provider that %s', async (_what, reply, message) => {
    const { server, run, replies } = await startEpayco(engine)
    const order = await createOrder(server)
    replies.set('77', reply)
    expect(await run('orders', 'check', order.referencia, '--transaction', '77')).toBe(`REFUSED ${message}`)
  })

  test('the transaction of one order cannot settle another order', async () => {
    const { server, run, replies } = await startEpayco(engine)
    const [one, other] = [await createOrder(server), await createOrder(server)]
    const form = signAsEpayco(createEpaycoConfirmation(one))
    const number = form['x_ref_payco'] ?? ''
    replies.set(number, createTransactionReply(form))
    await postConfirmation(server.url, form)
    replies.set(number, createTransactionReply(form, { x_id_invoice: other.referencia }))
    expect(await run('orders', 'check', other.referencia, '--transaction', number)).toBe(
      'REFUSED La transacción pertenece a otra orden de pago.',
    )
    expect(await readOrder(server, other)).toMatchObject({ estatus: 'Pendiente' })
  })

  test('an order of the sandbox can be shown but not checked', async () => {
    const { server, run } = await startSandbox(engine)
    const order = await createOrder(server)
    expect(await run('orders', 'show', order.referencia)).toContain(order.referencia)
    expect(await run('orders', 'check', order.referencia)).toBe(
      'REFUSED El proveedor de este pedido no permite consultar sus pagos.',
    )
  })
})
