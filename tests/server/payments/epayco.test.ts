import { expect, test } from 'vitest'

import { createEpayco, EPAYCO_NUMBERS, EPAYCO_REFERENCES } from '#server/payments/epayco.ts'
import {
  createEpaycoConfirmation,
  createTransactionReply,
  EPAYCO_MERCHANT,
  type EpaycoReply,
  signAsEpayco,
  startFakeEpayco,
  startWithEpayco,
  UNKNOWN_TRANSACTION,
} from '#tests/support/epayco.ts'
import { statusAndBody } from '#tests/support/identity.ts'
import { createOrder, type Form, postConfirmation, readOrder, sign } from '#tests/support/payments.ts'

test('an order is approved when ePayco itself says so', async () => {
  let form: Form = {}
  const server = await startWithEpayco(await startFakeEpayco(() => createTransactionReply(form)))
  const order = await createOrder(server)
  form = signAsEpayco(createEpaycoConfirmation(order, { x_test_request: 'FALSE' }))
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
  const server = await startWithEpayco(await startFakeEpayco(() => createTransactionReply(form, changes)))
  const order = await createOrder(server)
  form = signAsEpayco(createEpaycoConfirmation(order))
  expect(statusAndBody(await postConfirmation(server.url, form))).toEqual([400, { message }])
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente' })
})

test.each([
  ['an error', { status: 500, body: '' }],
  ['an error with a transaction', { status: 500, body: '{"success":true,"data":{}}' }],
  ['nothing', { body: '' }],
  ['HTML', { body: '<!doctype html>' }],
  ['another shape', { body: '{"success":true,"data":{}}' }],
  ['bytes without end', 'endless'],
  ['a redirect to itself', { status: 302, location: '/', body: '' }],
] satisfies readonly (readonly [string, EpaycoReply])[])(
  'a provider that replies %s gets a 503, and the order stays pending',
  async (_what, answer) => {
    const server = await startWithEpayco(await startFakeEpayco(() => answer))
    const order = await createOrder(server)
    const reply = await postConfirmation(server.url, signAsEpayco(createEpaycoConfirmation(order)))
    expect(reply.status).toBe(503)
    expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente' })
    expect(server.lines.some((line) => line.includes('cannot be read at the provider'))).toBe(true)
  },
)

test.each([['silent'], ['unfinished']] as const)(
  'a %s provider is given up after the time of a reply',
  async (reply) => {
    const fetch = await startFakeEpayco(() => reply)
    const provider = createEpayco({ merchant: EPAYCO_MERCHANT, publicKey: 'pk-1', test: false, fetch, timeoutMs: 50 })
    await expect(provider.readTransaction?.('320878260')).rejects.toThrow(/timeout/i)
  },
)

test('details that are no line of text are left out, and the payment counts', async () => {
  let form: Form = {}
  const odd = { x_franchise: 'VS\0', x_approval_code: 'x'.repeat(300), x_response_reason_text: { a: 1 } }
  const fetch = await startFakeEpayco(() => createTransactionReply(form, odd))
  form = createEpaycoConfirmation({ referencia: 'MD-2026-000318', total: 1 })
  const provider = createEpayco({ merchant: EPAYCO_MERCHANT, publicKey: 'pk-1', test: false, fetch })
  expect(await provider.readTransaction?.('320878260')).toMatchObject({
    ...{ reference: 'MD-2026-000318', state: 'approved', card: '1111', authorization: null, reason: null },
  })
})

test('a transaction that ePayco does not know yet gets 503, and counts when it is sent again', async () => {
  let answer: { readonly body: string } = UNKNOWN_TRANSACTION
  const server = await startWithEpayco(await startFakeEpayco(() => answer))
  const order = await createOrder(server)
  const form = signAsEpayco(createEpaycoConfirmation(order))
  expect(statusAndBody(await postConfirmation(server.url, form))).toEqual([
    503,
    { message: 'El proveedor no conoce la transacción todavía. Envíe la confirmación de nuevo.' },
  ])
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente' })
  answer = createTransactionReply(form)
  expect((await postConfirmation(server.url, form)).status).toBe(200)
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Aprobado' })
})

test('a repeated confirmation is not read again, and a network causes 60 calls in a minute', async () => {
  let form: Form = {}
  let calls = 0
  const fetch = await startFakeEpayco(() => {
    calls += 1
    return createTransactionReply(form)
  })
  const server = await startWithEpayco(fetch)
  const order = await createOrder(server)
  form = signAsEpayco(createEpaycoConfirmation(order))
  for (let i = 0; i < 3; i += 1) expect((await postConfirmation(server.url, form)).status).toBe(200)
  expect(calls).toBe(1)
  const others = Array.from({ length: 65 }, () => signAsEpayco(createEpaycoConfirmation(order)))
  const replies = await Promise.all(others.map((other) => postConfirmation(server.url, other)))
  expect(calls).toBe(60)
  expect(replies.filter(({ status }) => status === 503)).toHaveLength(6)
})

test('the key of the sandbox is refused', async () => {
  const server = await startWithEpayco(await startFakeEpayco(() => UNKNOWN_TRANSACTION))
  const order = await createOrder(server)
  expect((await postConfirmation(server.url, sign(createEpaycoConfirmation(order)))).status).toBe(400)
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente' })
})

test.each([
  ['320878260', `${EPAYCO_NUMBERS}?ref_payco=320878260&public_key=pk-1`],
  ['8d3c1f0e6ab94f5e7c21', `${EPAYCO_REFERENCES}8d3c1f0e6ab94f5e7c21`],
  ['../12', `${EPAYCO_REFERENCES}..%2F12`],
])('the transaction %s is read at %s, without a redirect', async (reference, address) => {
  const asked: string[] = []
  const provider = createEpayco({
    merchant: EPAYCO_MERCHANT,
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
