import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { createEpayco, EPAYCO_NUMBERS, EPAYCO_REFERENCES } from '#server/payments/epayco.ts'
import { startIdentity, statusAndBody } from '#tests/support/identity.ts'
import {
  confirmationOf as anyConfirmation,
  createOrder,
  type Form,
  postConfirmation,
  readOrder,
  sign,
} from '#tests/support/payments.ts'

const MERCHANT = { customer: '90210', key: 'una-clave-de-epayco' }
const ENV = { EPAYCO_CUSTOMER: MERCHANT.customer, EPAYCO_KEY: MERCHANT.key }
const CHECKOUT = { provider: 'epayco', publicKey: 'pk-1', test: false } as const

let references = 320_878_260

/** A confirmation with a number as its reference, as ePayco sends it. */
function confirmationOf(order: Parameters<typeof anyConfirmation>[0], changes: Form = {}): Form {
  references += 1
  return anyConfirmation(order, { x_ref_payco: `${references}`, ...changes })
}

/** Plays ePayco: a server that replies what the test says, for each reference. */
async function startProvider(
  reply: (reference: string) => { readonly status?: number; readonly body: string } | 'silent',
) {
  const server = createServer((request, response) => {
    const answer = reply(new URL(request.url ?? '', 'http://epayco').searchParams.get('ref_payco') ?? '')
    if (answer === 'silent') return
    response.writeHead(answer.status ?? 200).end(answer.body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const redirect: typeof globalThis.fetch = (input, init) =>
    globalThis.fetch(String(input).replace(EPAYCO_NUMBERS, url), init)
  return redirect
}

const known = (form: Form, changes: Readonly<Record<string, unknown>> = {}) => ({
  body: JSON.stringify({
    success: true,
    data: {
      x_id_invoice: form['x_id_invoice'],
      x_amount: Number(form['x_amount']),
      x_currency_code: 'COP',
      x_cod_response: 1,
      x_test_request: 'FALSE',
      ...changes,
    },
  }),
})

const start = (fetch: typeof globalThis.fetch) =>
  startIdentity({ payments: { fetch }, env: ENV, portal: { checkout: CHECKOUT } })

test('an order is approved when ePayco itself says so', async () => {
  let form: Form = {}
  const server = await start(await startProvider(() => known(form)))
  const order = await createOrder(server)
  form = sign(confirmationOf(order, { x_test_request: 'FALSE' }), MERCHANT)
  expect((await postConfirmation(server.url, form)).status).toBe(200)
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Aprobado' })
})

test.each([
  ['another state', { x_cod_response: 2 }, 'La confirmación no coincide con la transacción del proveedor.'],
  [
    'another invoice',
    { x_id_invoice: 'MD-2100-999999' },
    'La confirmación no coincide con la transacción del proveedor.',
  ],
  ['another amount', { x_amount: 1000 }, 'La confirmación no coincide con la transacción del proveedor.'],
  ['another currency', { x_currency_code: 'USD' }, 'La confirmación no coincide con la transacción del proveedor.'],
  ['a test', { x_test_request: 'TRUE' }, 'La transacción es de prueba.'],
])('a signed confirmation is refused when ePayco knows the transaction with %s', async (_what, changes, message) => {
  let form: Form = {}
  const server = await start(await startProvider(() => known(form, changes)))
  const order = await createOrder(server)
  form = sign(confirmationOf(order), MERCHANT)
  expect(statusAndBody(await postConfirmation(server.url, form))).toEqual([400, { message }])
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente' })
})

test.each([
  ['an error', { status: 500, body: '' }],
  ['HTML', { body: '<!doctype html>' }],
  ['another shape', { body: '{"success":true,"data":{}}' }],
  ['100 MB', { body: ' '.repeat(1_000_000) }],
])('a provider that replies %s gets a 503, and the order stays pending', async (_what, answer) => {
  const server = await start(await startProvider(() => answer))
  const order = await createOrder(server)
  const reply = await postConfirmation(server.url, sign(confirmationOf(order), MERCHANT))
  expect(reply.status).toBe(503)
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente' })
  expect(server.lines.some((line) => line.includes('cannot be read at the provider'))).toBe(true)
})

test('a transaction that ePayco does not know yet gets 503, and counts when it is sent again', async () => {
  let answer = { body: '{"success":false,"text_response":"Transacción no existe","data":[]}' }
  const server = await start(await startProvider(() => answer))
  const order = await createOrder(server)
  const form = sign(confirmationOf(order), MERCHANT)
  expect(statusAndBody(await postConfirmation(server.url, form))).toEqual([
    503,
    { message: 'El proveedor no conoce la transacción todavía. Envíe la confirmación de nuevo.' },
  ])
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente' })
  answer = known(form)
  expect((await postConfirmation(server.url, form)).status).toBe(200)
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Aprobado' })
})

test('a repeated confirmation is not read again, and a network causes 60 calls in a minute', async () => {
  let form: Form = {}
  let calls = 0
  const fetch = await startProvider(() => {
    calls += 1
    return known(form)
  })
  const server = await start(fetch)
  const order = await createOrder(server)
  form = sign(confirmationOf(order), MERCHANT)
  for (let i = 0; i < 3; i += 1) expect((await postConfirmation(server.url, form)).status).toBe(200)
  expect(calls).toBe(1)
  const others = Array.from({ length: 65 }, () => sign(confirmationOf(order), MERCHANT))
  const replies = await Promise.all(others.map((other) => postConfirmation(server.url, other)))
  expect(calls).toBe(60)
  expect(replies.filter(({ status }) => status === 503)).toHaveLength(6)
})

test('the key of the sandbox is refused', async () => {
  const server = await start(await startProvider(() => ({ body: '{"success":false}' })))
  const order = await createOrder(server)
  expect((await postConfirmation(server.url, sign(confirmationOf(order)))).status).toBe(400)
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente' })
})

test.each([
  ['320878260', `${EPAYCO_NUMBERS}?ref_payco=320878260&public_key=pk-1`],
  ['8d3c1f0e6ab94f5e7c21', `${EPAYCO_REFERENCES}8d3c1f0e6ab94f5e7c21`],
  ['../12', `${EPAYCO_REFERENCES}..%2F12`],
])('the transaction %s is read at %s, without a redirect', async (reference, address) => {
  const asked: string[] = []
  const provider = createEpayco({
    merchant: MERCHANT,
    publicKey: 'pk-1',
    test: false,
    fetch: async (input, init) => {
      asked.push(String(input))
      expect(init?.redirect).toBe('error')
      return new Response('{"success":false}')
    },
  })
  expect(await provider.readTransaction?.(reference)).toBeNull()
  expect(asked).toEqual([address])
})
