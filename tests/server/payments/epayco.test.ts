import { expect, test } from 'vitest'

import { createEpayco, EPAYCO_NUMBER_URL, EPAYCO_REFERENCE_URL } from '#server/payments/epayco.ts'
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

test('a confirmation approves its order when ePayco reports the same transaction', async () => {
  let form: Form = {}
  const server = await startWithEpayco(await startFakeEpayco(() => createTransactionReply(form)))
  const order = await createOrder(server)
  form = signAsEpayco(createEpaycoConfirmation(order, { x_test_request: 'FALSE' }))
  expect((await postConfirmation(server.url, form)).status).toBe(200)
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Aprobado' })
})

test.each([
  ['with another state', { x_cod_response: 2 }, 'La confirmación no coincide con la transacción del proveedor.'],
  [
    'with another invoice',
    { x_id_invoice: 'MD-2100-999999' },
    'La confirmación no coincide con la transacción del proveedor.',
  ],
  ['with another amount', { x_amount: 1000 }, 'La confirmación no coincide con la transacción del proveedor.'],
  [
    'with another currency',
    { x_currency_code: 'USD' },
    'La confirmación no coincide con la transacción del proveedor.',
  ],
  ['as a test payment', { x_test_request: 'TRUE' }, 'La transacción es de prueba.'],
])(
  'the server refuses a signed confirmation when ePayco reports the transaction %s',
  async (_what, changes, message) => {
    let form: Form = {}
    const server = await startWithEpayco(await startFakeEpayco(() => createTransactionReply(form, changes)))
    const order = await createOrder(server)
    form = signAsEpayco(createEpaycoConfirmation(order))
    expect(statusAndBody(await postConfirmation(server.url, form))).toEqual([400, { message }])
    expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente' })
  },
)

test.each([
  ['an error', { status: 500, body: '' }],
  ['an error with a success body', { status: 500, body: '{"success":true,"data":{}}' }],
  ['an empty body', { body: '' }],
  ['HTML', { body: '<!doctype html>' }],
  ['another shape', { body: '{"success":true,"data":{}}' }],
  ['bytes without end', 'endless'],
  ['a redirect to itself', { status: 302, location: '/', body: '' }],
] satisfies readonly (readonly [string, EpaycoReply])[])(
  'a confirmation returns 503 and does not change the order when ePayco replies with %s',
  async (_what, epaycoReply) => {
    const server = await startWithEpayco(await startFakeEpayco(() => epaycoReply))
    const order = await createOrder(server)
    const reply = await postConfirmation(server.url, signAsEpayco(createEpaycoConfirmation(order)))
    expect(reply.status).toBe(503)
    expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente' })
    expect(server.lines.some((line) => line.includes('cannot be read at the provider'))).toBe(true)
  },
)

test.each([
  ['does not reply', 'silent'],
  ['does not finish its reply', 'unfinished'],
] as const)('the call of a provider that %s ends after the timeout', async (_what, reply) => {
  const fetch = await startFakeEpayco(() => reply)
  const provider = createEpayco({ merchant: EPAYCO_MERCHANT, publicKey: 'pk-1', test: false, fetch, timeoutMs: 50 })
  await expect(provider.readTransaction?.('320878260')).rejects.toThrow(/timeout/i)
})

test('readTransaction omits an invalid franchise from the card and replaces other invalid details with null', async () => {
  let form: Form = {}
  const invalidDetails = { x_franchise: 'VS\0', x_approval_code: 'x'.repeat(300), x_response_reason_text: { a: 1 } }
  const fetch = await startFakeEpayco(() => createTransactionReply(form, invalidDetails))
  form = createEpaycoConfirmation({ referencia: 'MD-2026-000318', total: 1 })
  const provider = createEpayco({ merchant: EPAYCO_MERCHANT, publicKey: 'pk-1', test: false, fetch })
  expect(await provider.readTransaction?.('320878260')).toMatchObject({
    ...{ reference: 'MD-2026-000318', state: 'approved', card: '1111', authorization: null, reason: null },
  })
})

test('a confirmation returns 503 until ePayco knows the transaction', async () => {
  let epaycoReply: { readonly body: string } = UNKNOWN_TRANSACTION
  const server = await startWithEpayco(await startFakeEpayco(() => epaycoReply))
  const order = await createOrder(server)
  const form = signAsEpayco(createEpaycoConfirmation(order))
  expect(statusAndBody(await postConfirmation(server.url, form))).toEqual([
    503,
    { message: 'El proveedor no conoce la transacción todavía. Envíe la confirmación de nuevo.' },
  ])
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente' })
  epaycoReply = createTransactionReply(form)
  expect((await postConfirmation(server.url, form)).status).toBe(200)
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Aprobado' })
})

test('a repeated confirmation causes no call to ePayco; one network causes at most 60 calls a minute', async () => {
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
  const otherTransactions = Array.from({ length: 65 }, () => signAsEpayco(createEpaycoConfirmation(order)))
  const replies = await Promise.all(otherTransactions.map((other) => postConfirmation(server.url, other)))
  expect(calls).toBe(60)
  expect(replies.filter(({ status }) => status === 503)).toHaveLength(6)
})

test('the server refuses a confirmation that is signed with the key of the sandbox', async () => {
  const server = await startWithEpayco(await startFakeEpayco(() => UNKNOWN_TRANSACTION))
  const order = await createOrder(server)
  expect((await postConfirmation(server.url, sign(createEpaycoConfirmation(order)))).status).toBe(400)
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente' })
})

test.each([
  ['320878260', `${EPAYCO_NUMBER_URL}?ref_payco=320878260&public_key=pk-1`],
  ['8d3c1f0e6ab94f5e7c21', `${EPAYCO_REFERENCE_URL}8d3c1f0e6ab94f5e7c21`],
  ['../12', `${EPAYCO_REFERENCE_URL}..%2F12`],
])('readTransaction requests %s from %s without redirects', async (reference, url) => {
  const requested: string[] = []
  const provider = createEpayco({
    merchant: EPAYCO_MERCHANT,
    publicKey: 'pk-1',
    test: false,
    fetch: async (input, init) => {
      requested.push(String(input))
      expect(init?.redirect).toBe('error')
      return new Response('{"success":false}')
    },
  })
  expect(await provider.readTransaction?.(reference)).toBeNull()
  expect(requested).toEqual([url])
})
