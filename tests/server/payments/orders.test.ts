import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { HUMAN_CHECK_HEADER, IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/paths.ts'

import { createBrowser, json, solveServerCheck, startIdentity, statusAndBody } from '#tests/support/identity.ts'
import {
  createConfirmation,
  createOrder,
  ORDERS,
  PAYER,
  postConfirmation,
  postOrder,
  readOrder,
  sign,
  TERM,
} from '#tests/support/payments.ts'
import { call } from '#tests/support/raw-http.ts'

test('a new order returns the documented reply and a sequential reference', async () => {
  const server = await startIdentity({ payments: true })
  const first = await createOrder(server)
  const second = await createOrder(server, { plan: 'trimestral', email: ` ${PAYER} ` })
  expect(first).toEqual({
    referencia: expect.stringMatching(/^MD-2100-\d{6}$/),
    acceso: expect.stringMatching(/^ac-[\w-]{43}$/),
    plan: 'anual',
    base: 1_692_209,
    iva: 321_520,
    total: 2_013_729,
    moneda: 'COP',
  })
  expect(Number(second.referencia.slice(-6))).toBe(Number(first.referencia.slice(-6)) + 1)
  expect(json(await call(server.url, `${ORDERS}/${second.referencia}/?acceso=${second.acceso}`)).data).toEqual({
    referencia: second.referencia,
    plan: 'trimestral',
    estatus: 'Pendiente',
    fecha: '2100-01-04T10:00:00-05:00',
    total: 591_513,
    iva: 94_443,
    base: 497_070,
    moneda: 'COP',
    vigencia_desde: null,
    vigencia_hasta: null,
    tarjeta: null,
    autorizacion: null,
    correo: PAYER,
    motivo: null,
  })
})

test('a repeated order with its idempotency key returns the first order, for a visitor and a client (D78)', async () => {
  const server = await startIdentity({ payments: true })
  for (const username of [null, 'demo']) {
    const browser = createBrowser(server.url)
    if (username !== null) await browser.logIn(username)
    const headers = { [IDEMPOTENCY_HEADER]: randomUUID() }
    const send = (body: Readonly<Record<string, unknown>>) => postOrder(server, browser, body, headers)
    const replies = await Promise.all([1, 2, 3].map(() => send({ plan: 'anual', email: PAYER })))
    const [first] = replies.map((reply) => json(reply).data)
    expect(replies.map((reply) => json(reply).data)).toEqual([first, first, first])
    expect(await readOrder(server, first)).toMatchObject({ referencia: first.referencia, correo: PAYER })
    expect(statusAndBody(await send({ plan: 'anual', email: 'otra@nandu.example' }))).toEqual([
      409,
      { message: 'La solicitud ya se envió con otros datos. Revise y envíe de nuevo.' },
    ])
  }
  const orders = await server.database.db.selectFrom('payment_orders').select('reference').execute()
  expect(orders).toHaveLength(2)
})

test('the database does not contain the idempotency key or the access code of an order', async () => {
  const server = await startIdentity({ payments: true })
  const key = randomUUID()
  const reply = await postOrder(
    server,
    createBrowser(server.url),
    { plan: 'anual', email: PAYER },
    { [IDEMPOTENCY_HEADER]: key },
  )
  const rows = JSON.stringify(await server.database.db.selectFrom('records_idempotency').selectAll().execute())
  expect(rows).toContain(json(reply).data.referencia)
  expect(rows).not.toContain(key)
  expect(rows).not.toContain(json(reply).data.acceso)
})

test.each([
  ['a short key', 'one-dialog'],
  ['a key with a space', `a key ${'x'.repeat(40)}`],
])('an order with %s returns 400', async (_what, key) => {
  const server = await startIdentity({ payments: true })
  const headers = { [IDEMPOTENCY_HEADER]: key }
  const reply = await createBrowser(server.url).post(ORDERS, { plan: 'anual', email: PAYER }, headers)
  expect(statusAndBody(reply)).toEqual([400, { message: 'La clave de idempotencia no es válida.' }])
})

test('forty orders have forty references', async () => {
  const server = await startIdentity({ payments: true })
  const orders = []
  for (let minute = 0; minute < 4; minute += 1) {
    orders.push(...(await Promise.all(Array.from({ length: 10 }, () => createOrder(server)))))
    server.time.pass(60_000)
  }
  expect(new Set(orders.map(({ referencia }) => referencia)).size).toBe(40)
})

test('a read of an order with a wrong reference or access code, or without the code, returns 404', async () => {
  const server = await startIdentity({ payments: true })
  const { referencia, acceso } = await createOrder(server)
  const notFound = [404, { message: 'La orden de pago no existe.' }]
  for (const path of [
    referencia,
    `${referencia}?acceso=`,
    `${referencia}?acceso=ac-otro`,
    `${referencia.toLowerCase()}?acceso=${acceso}`,
    `MD-2100-999999?acceso=${acceso}`,
    `x?acceso=${acceso}`,
    `${referencia}?acceso=${'a'.repeat(64)}`,
  ])
    expect(statusAndBody(await call(server.url, `${ORDERS}/${path}`)), path).toEqual(notFound)
})

test('a read of an order with a repeated access code returns 400', async () => {
  const server = await startIdentity({ payments: true })
  const { referencia, acceso } = await createOrder(server)
  expect((await call(server.url, `${ORDERS}/${referencia}?acceso=${acceso}&acceso=${acceso}`)).status).toBe(400)
})

test.each([
  ['no plan', { email: PAYER }, 'El campo «plan» no es válido.'],
  ['an unknown plan', { plan: 'mensual', email: PAYER }, 'El campo «plan» no es válido.'],
  ['no mail address', { plan: 'anual' }, 'Escriba el correo electrónico que recibe el recibo.'],
  ['an empty mail address', { plan: 'anual', email: '  ' }, 'Escriba el correo electrónico que recibe el recibo.'],
  ['a wrong mail address', { plan: 'anual', email: 'nadie' }, 'El correo electrónico no es válido.'],
  [
    'a header in the mail address',
    { plan: 'anual', email: 'a@b.example\r\nBcc: c@d.example' },
    'El correo electrónico no es válido.',
  ],
  ['a number as mail address', { plan: 'anual', email: 7 }, 'El correo electrónico no es válido.'],
])('an order with %s returns 400', async (_what, body, message) => {
  const server = await startIdentity({ payments: true })
  const reply = await createBrowser(server.url).post(ORDERS, body)
  expect(statusAndBody(reply)).toEqual([400, { message }])
})

test('a new order ignores a price in the request', async () => {
  const server = await startIdentity({ payments: true })
  expect(await createOrder(server, { plan: 'anual', email: PAYER, total: 1, base: 1, iva: 0 })).toMatchObject({
    total: 2_013_729,
  })
})

test('an eleventh order in a minute returns 429', async () => {
  const server = await startIdentity({ payments: true })
  const browser = createBrowser(server.url)
  const sendOrder = () => postOrder(server, browser, { plan: 'anual', email: PAYER })
  for (let count = 0; count < 10; count += 1) expect((await sendOrder()).status).toBe(200)
  const refusal = await sendOrder()
  expect(refusal.status).toBe(429)
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0)
  server.time.pass(60_000)
  expect((await sendOrder()).status).toBe(200)
})

test('a client with a restricted session orders as a visitor and cannot list orders', async () => {
  const server = await startIdentity({ payments: true })
  const browser = createBrowser(server.url)
  await browser.logIn('demoterminos')
  expect((await browser.post(ORDERS, { plan: 'anual' })).status).toBe(400)
  const { referencia } = await createOrder(server, { plan: 'anual', email: PAYER }, browser)
  expect((await browser.get(ORDERS)).status).toBe(403)
  expect((await browser.get(`${ORDERS}/${referencia}`)).status).toBe(404)
  expect((await browser.get(`${TERM}?plan=anual`)).status).toBe(403)
})

test('a client reads the term of a payment before it, for the account of the session alone (D101)', async () => {
  const server = await startIdentity({ payments: true })
  const browser = createBrowser(server.url)
  await browser.logIn('demo')
  expect(json(await browser.get(`${TERM}?plan=trimestral`))).toEqual({
    data: { vigencia_desde: '2100-01-04', vigencia_hasta: '2100-04-03', si_paga_hoy: true },
  })
  const order = await createOrder(server, { plan: 'trimestral' }, browser)
  await postConfirmation(server.url, sign(createConfirmation(order)))
  expect(json(await browser.get(`${TERM}?plan=anual&email=${PAYER}`)).data).toEqual({
    vigencia_desde: '2100-04-04',
    vigencia_hasta: '2101-04-03',
    si_paga_hoy: false,
  })
  for (const query of ['', '?plan=', '?plan=mensual', '?plan=anual&plan=anual'])
    expect((await browser.get(`${TERM}${query}`)).status, query).toBe(400)
  expect((await call(server.url, `${TERM}?plan=anual`)).status).toBe(401)
})

test('a payment assigns its order to the account with the mail address of the order', async () => {
  const server = await startIdentity({ payments: true })
  const browser = createBrowser(server.url)
  await browser.logIn('demoterminos')
  const email = 'demoterminos@mercadodolar.example'
  const order = await createOrder(server, { plan: 'anual', email }, browser)
  await postConfirmation(server.url, sign(createConfirmation(order)))
  const { client_id: owner } = await server.database.db
    .selectFrom('payment_orders')
    .select('client_id')
    .where('reference', '=', order.referencia)
    .executeTakeFirstOrThrow()
  expect(owner).toBe('cli-demoterminos')
})

test('a payment by a visitor reopens an expired account', async () => {
  const server = await startIdentity({ payments: true })
  const browser = createBrowser(server.url)
  expect(json(await browser.logIn('democaducada'))).toEqual({ status: 'EXPIRED' })
  const order = await createOrder(server, { plan: 'semestral', email: 'DemoCaducada@mercadodolar.example' })
  await postConfirmation(server.url, sign(createConfirmation(order)))
  expect(json(await browser.logIn('democaducada'))).toMatchObject({ status: 'success' })
  expect(json(await browser.get(ORDERS)).data).toMatchObject([{ referencia: order.referencia, estatus: 'Aprobado' }])
})

test('a server without a checkout creates no order', async () => {
  const server = await startIdentity({ payments: true, portal: { checkout: null } })
  const reply = await createBrowser(server.url).post(ORDERS, { plan: 'anual', email: PAYER })
  expect(statusAndBody(reply)).toEqual([409, { message: 'El pago con tarjeta no está disponible.' }])
})

test('an order without an unused proof of the human check returns 400 and creates nothing, also with its key (D9)', async () => {
  const server = await startIdentity({ payments: true })
  const body = { plan: 'anual', email: PAYER }
  const refused = [400, { message: 'La verificación no es válida o ya venció. Verifique de nuevo e intente otra vez.' }]
  const countOrders = async () =>
    (await server.database.db.selectFrom('payment_orders').select('reference').execute()).length
  const [visitor, client] = [createBrowser(server.url), createBrowser(server.url)]
  await client.logIn('demo')
  for (const browser of [visitor, client]) {
    expect(statusAndBody(await browser.post(ORDERS, body))).toEqual(refused)
    expect(statusAndBody(await browser.post(ORDERS, body, { [HUMAN_CHECK_HEADER]: 'inventada' }))).toEqual(refused)
  }
  expect(await countOrders()).toBe(0)
  const headers = { [HUMAN_CHECK_HEADER]: await solveServerCheck(server.url), [IDEMPOTENCY_HEADER]: randomUUID() }
  expect((await visitor.post(ORDERS, body, headers)).status).toBe(200)
  expect(statusAndBody(await visitor.post(ORDERS, body, headers))).toEqual(refused)
  expect(await countOrders()).toBe(1)
})

test('an order that is refused for its data does not use the proof, and unproven orders do not count for the limit', async () => {
  const server = await startIdentity({ payments: true })
  const browser = createBrowser(server.url)
  const proof = { [HUMAN_CHECK_HEADER]: await solveServerCheck(server.url) }
  for (let count = 0; count < 11; count += 1)
    expect((await browser.post(ORDERS, { plan: 'anual', email: PAYER })).status).toBe(400)
  const wrongKey = { ...proof, [IDEMPOTENCY_HEADER]: 'one-dialog' }
  expect((await browser.post(ORDERS, { plan: 'anual', email: PAYER }, wrongKey)).status).toBe(400)
  expect((await browser.post(ORDERS, { plan: 'anual', email: 'nadie' }, proof)).status).toBe(400)
  expect((await browser.post(ORDERS, { plan: 'anual', email: PAYER }, proof)).status).toBe(200)
})
