import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { MAIL_FOLDER } from '#server/delivery/delivery.ts'
import { addDays, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { DEMO_ACCOUNTS } from '#src/simulator/demo-accounts.ts'
import { ENGINES } from '#tests/support/databases.ts'
import { startIdentity, statusAndBody, type TestIdentity } from '#tests/support/identity.ts'
import {
  createConfirmation,
  createOrder,
  type Form,
  PAYER,
  postConfirmation,
  readOrder,
  readTerm,
  sign,
} from '#tests/support/payments.ts'

const RECEIVED = [200, { message: 'Confirmación recibida.' }]

const EXPIRED_ACCOUNT = DEMO_ACCOUNTS.find(({ username }) => username === 'democaducada')

const listPaymentAudit = async ({ database }: TestIdentity) =>
  (await database.db.selectFrom('records_audit').select(['action', 'target', 'after']).orderBy('id').execute()).filter(
    ({ action }) => action.startsWith('payment-'),
  )

const readAccountEnd = async ({ database }: TestIdentity, email: string) =>
  (
    await database.db
      .selectFrom('identity_clients')
      .select('expires_at')
      .where('email_key', '=', email)
      .executeTakeFirstOrThrow()
  ).expires_at

/** Returns the sent and unsent outbox items of a mail address. */
const listOutboxItems = ({ database }: TestIdentity, email: string) =>
  database.db.selectFrom('records_outbox').select('id').where('recipient', '=', email).execute()

/** Delivers the queued mails and returns all mails of the folder. */
async function readMails({ delivery, config }: TestIdentity): Promise<readonly string[]> {
  await delivery.deliver()
  const folder = join(config.dataDir, MAIL_FOLDER)
  return Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
}

test('the documented confirmation approves its order (D78)', async () => {
  const server = await startIdentity({ payments: true })
  const order = await createOrder(server)
  const form = sign({
    x_ref_payco: 'ref-7f31',
    x_transaction_id: 'txn-90418',
    x_id_invoice: order.referencia,
    x_amount: '2013729',
    x_currency_code: 'COP',
    x_cod_response: '1',
  })
  expect(form['x_signature']).toBe('ceca376725cc9cabb11e5d163518f1bc239907221ed95fd4ad43d6d999b3d7ac')
  expect(statusAndBody(await postConfirmation(server.url, form))).toEqual(RECEIVED)
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Aprobado', total: 2_013_729, motivo: null })
})

describe.each(ENGINES)('%s', (engine) => {
  const start = () => startIdentity({ payments: true, engine })

  test('an approved order has a card, a term and one receipt with the taxes', async () => {
    const server = await start()
    const order = await createOrder(server)
    await postConfirmation(server.url, sign(createConfirmation(order)))
    const today = toDate(server.time.now())
    expect(await readOrder(server, order)).toMatchObject({
      estatus: 'Aprobado',
      tarjeta: 'Visa 1111',
      autorizacion: '702418',
      motivo: null,
      vigencia_desde: today,
    })
    expect(await listOutboxItems(server, PAYER)).toHaveLength(1)
    const [mail = '', ...more] = await readMails(server)
    expect(more).toEqual([])
    const [, text = '', html = ''] = mail.split(/^--parte-.*$/m)
    expect([text, html].map((part) => /Content-Type: ([\w/]+)/.exec(part)?.[1])).toEqual(['text/plain', 'text/html'])
    for (const body of [text, html])
      for (const part of [
        order.referencia,
        '$ 1.692.209',
        'IVA (19%)',
        '$ 321.520',
        '$ 2.013.729',
        'Visa terminada en 1111',
        `del ${today} al `,
      ])
        expect(body).toContain(part)
  })

  test('a rejected payment sends one mail with the reason and a link to the same plan', async () => {
    const server = await start()
    const order = await createOrder(server, { plan: 'semestral', email: PAYER })
    const first = sign(createConfirmation(order, { x_cod_response: '2' }))
    await Promise.all([first, first, first].map((form) => postConfirmation(server.url, form)))
    await postConfirmation(server.url, sign(createConfirmation(order, { x_cod_response: '3' })))
    await postConfirmation(server.url, sign(createConfirmation(order, { x_cod_response: '11' })))
    expect(await listOutboxItems(server, PAYER)).toHaveLength(1)
    const [mail = ''] = await readMails(server)
    for (const part of [
      Buffer.from(`Su pago ${order.referencia} fue rechazado`).toString('base64'),
      'El banco no autorizó su pago de $ 1.097.087 por el plan Semestral. No se hizo ningún cobro.',
      'Motivo: Fondos insuficientes.',
      '/precios/?plan=semestral',
    ])
      expect(mail).toContain(part)
    await postConfirmation(server.url, sign(createConfirmation(order)))
    expect(await listOutboxItems(server, PAYER)).toHaveLength(2)
  })

  test('ten simultaneous confirmations cause one extension, one receipt and one audit entry (D78)', async () => {
    const server = await start()
    const email = EXPIRED_ACCOUNT?.email ?? ''
    const order = await createOrder(server, { plan: 'anual', email })
    const form = sign(createConfirmation(order))
    const replies = await Promise.all(Array.from({ length: 10 }, () => postConfirmation(server.url, form)))
    expect(replies.map(statusAndBody)).toEqual(Array.from({ length: 10 }, () => RECEIVED))
    const { from, until } = await readTerm(server, order)
    expect(from).toBe(toDate(server.time.now()))
    expect(until.slice(0, 4)).toBe(String(Number(from.slice(0, 4)) + 1))
    expect(await readAccountEnd(server, email)).toBe(toInstant(addDays(until, 1), '00:00'))
    expect(await listOutboxItems(server, email)).toHaveLength(1)
    expect((await listPaymentAudit(server)).filter(({ target }) => target === order.referencia)).toHaveLength(1)
  })

  test('ten simultaneous transactions of an order cause one extension and nine double charges', async () => {
    const server = await start()
    const email = EXPIRED_ACCOUNT?.email ?? ''
    const order = await createOrder(server, { plan: 'trimestral', email })
    const forms = Array.from({ length: 10 }, () => sign(createConfirmation(order)))
    await Promise.all(forms.map((form) => postConfirmation(server.url, form)))
    const { until } = await readTerm(server, order)
    expect(await readAccountEnd(server, email)).toBe(toInstant(addDays(until, 1), '00:00'))
    const entries = (await listPaymentAudit(server)).filter(({ target }) => target === order.referencia)
    expect(entries.filter(({ action }) => action === 'payment-approved')).toHaveLength(1)
    expect(entries.filter(({ action }) => action === 'payment-doubled')).toHaveLength(9)
  })

  test('ten simultaneous payments of one client cause ten terms without a gap', async () => {
    const server = await start()
    const email = EXPIRED_ACCOUNT?.email ?? ''
    const orders = await Promise.all(
      Array.from({ length: 10 }, () => createOrder(server, { plan: 'trimestral', email })),
    )
    await Promise.all(orders.map((order) => postConfirmation(server.url, sign(createConfirmation(order)))))
    const paidTerms = await Promise.all(orders.map((order) => readTerm(server, order)))
    const terms = paidTerms.map(({ from, until }) => [from, until]).toSorted()
    for (const [index, [from]] of terms.entries())
      expect(from).toBe(index === 0 ? toDate(server.time.now()) : addDays(terms[index - 1]?.[1] ?? '', 1))
    expect(await readAccountEnd(server, email)).toBe(toInstant(addDays(terms.at(-1)?.[1] ?? '', 1), '00:00'))
  })

  test('a transaction cannot pay a second order', async () => {
    const server = await start()
    const [one, other] = [await createOrder(server), await createOrder(server)]
    const form = sign(createConfirmation(one))
    await postConfirmation(server.url, form)
    const reply = await postConfirmation(server.url, { ...form, x_id_invoice: other.referencia })
    expect(statusAndBody(reply)).toEqual([400, { message: 'La transacción pertenece a otra orden de pago.' }])
    expect(await readOrder(server, other)).toMatchObject({ estatus: 'Pendiente' })
  })

  test('a late confirmation never moves an order back to an earlier state', async () => {
    const server = await start()
    const order = await createOrder(server)
    const form = sign(createConfirmation(order, { x_cod_response: '3' }))
    for (const [code, status] of [
      ['3', 'Pendiente'],
      ['2', 'Rechazado'],
      ['3', 'Rechazado'],
      ['1', 'Aprobado'],
      ['2', 'Aprobado'],
      ['3', 'Aprobado'],
      ['1', 'Aprobado'],
    ] as const) {
      const reply = await postConfirmation(server.url, { ...form, x_cod_response: code })
      expect(statusAndBody(reply)).toEqual(RECEIVED)
      expect(await readOrder(server, order)).toMatchObject({ estatus: status })
    }
    const entries = (await listPaymentAudit(server)).filter(({ target }) => target === order.referencia)
    expect(entries.map(({ action }) => action)).toEqual([
      'payment-pending',
      'payment-rejected',
      'payment-approved',
      'payment-reversed',
    ])
  })
})

const LOWER_AMOUNT: Form = { x_amount: '1000' }

/** Confirmations with an invalid signature, or with signed values that the server refuses. */
const REFUSED: readonly (readonly [
  what: string,
  form: (order: Parameters<typeof createConfirmation>[0]) => Form,
  message: string,
])[] = [
  [
    'no valid signature',
    (order) => ({ ...createConfirmation(order), x_signature: '0'.repeat(64) }),
    'La firma de la confirmación no es válida.',
  ],
  [
    'an empty signature',
    (order) => ({ ...createConfirmation(order), x_signature: '' }),
    'La firma de la confirmación no es válida.',
  ],
  [
    'a longer signature',
    (order) => ({
      ...sign(createConfirmation(order)),
      x_signature: `${sign(createConfirmation(order))['x_signature']}0`,
    }),
    'La firma de la confirmación no es válida.',
  ],
  [
    'another key',
    (order) => sign(createConfirmation(order), { customer: '1001', key: 'otra' }),
    'La firma de la confirmación no es válida.',
  ],
  [
    'another customer',
    (order) => sign(createConfirmation(order), { customer: '1002', key: 'clave' }),
    'La firma de la confirmación no es válida.',
  ],
  [
    'an amount changed after signing',
    (order) => ({ ...sign(createConfirmation(order)), ...LOWER_AMOUNT }),
    'La firma de la confirmación no es válida.',
  ],
  [
    'a lower signed amount',
    (order) => sign(createConfirmation(order, LOWER_AMOUNT)),
    'El valor de la confirmación no es el de la orden de pago.',
  ],
  [
    'an amount with centavos',
    (order) => sign(createConfirmation(order, { x_amount: `${order.total}.50` })),
    'El valor de la confirmación no es el de la orden de pago.',
  ],
  [
    'another signed currency',
    (order) => sign(createConfirmation(order, { x_currency_code: 'USD' })),
    'La moneda de la confirmación no es la de la orden de pago.',
  ],
  [
    'an unknown invoice',
    (order) => sign(createConfirmation({ ...order, referencia: 'MD-2000-999999' })),
    'La confirmación no corresponde a una orden de pago.',
  ],
  [
    'an unknown state',
    (order) => sign(createConfirmation(order, { x_cod_response: '99' })),
    'El estado de la confirmación no es válido.',
  ],
  [
    'a state that is a property of Object.prototype',
    (order) => sign(createConfirmation(order, { x_cod_response: 'constructor' })),
    'El estado de la confirmación no es válido.',
  ],
]

test('a refused confirmation returns 400, does not change the order, and is audited and logged', async () => {
  const server = await startIdentity({ payments: true })
  const order = await createOrder(server)
  const before = (await listPaymentAudit(server)).length
  for (const [what, form, message] of REFUSED) {
    server.time.pass(60_000)
    expect(statusAndBody(await postConfirmation(server.url, form(order))), what).toEqual([400, { message }])
    expect(await readOrder(server, order), what).toMatchObject({ estatus: 'Pendiente', tarjeta: null })
  }
  const refusals = (await listPaymentAudit(server)).slice(before)
  expect(refusals.map(({ action }) => action)).toEqual(REFUSED.map(() => 'payment-refused'))
  expect(JSON.stringify(refusals)).not.toContain('x_signature')
  expect(server.lines.filter((line) => line.includes('payment refused'))).toHaveLength(REFUSED.length)
})

test('the audit log contains ten of 25 forged confirmations, and the server log contains all of them', async () => {
  const server = await startIdentity({ payments: true })
  const order = await createOrder(server)
  const before = (await listPaymentAudit(server)).length
  const form = { ...createConfirmation(order), x_signature: 'x' }
  await Promise.all(Array.from({ length: 25 }, () => postConfirmation(server.url, form)))
  expect((await listPaymentAudit(server)).length - before).toBe(10)
  expect(server.lines.filter((line) => line.includes('payment refused'))).toHaveLength(25)
})

test.each([
  ['an empty form', {}],
  ['a missing field', { x_ref_payco: 'ref-1', x_signature: 'x' }],
  ['a NUL', { ...createConfirmation({ referencia: 'MD-2026-000001', total: 1 }), x_signature: 'a\0b' }],
  ['a long field', { ...createConfirmation({ referencia: 'MD-2026-000001', total: 1 }), x_signature: 'x'.repeat(300) }],
])('a confirmation with %s returns 400', async (_what, form) => {
  const server = await startIdentity({ payments: true })
  expect((await postConfirmation(server.url, form)).status).toBe(400)
})
