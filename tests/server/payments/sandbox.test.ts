import { expect, test } from 'vitest'

import { createBrowser, startIdentity, type TestIdentity } from '#tests/support/identity.ts'
import { testTime } from '#tests/support/market.ts'
import { createOrder, readOrder } from '#tests/support/payments.ts'
import { call } from '#tests/support/raw-http.ts'

const CARD = { numero: '4111 1111 1111 1111', nombre: 'María Ordóñez', vencimiento: '12/99', codigo: '318' }
const VALID_FORM = { ...CARD, alterar: 'none', repetir: '1' }

/** Starts a server in 2090: a card that expires 12/99 is valid, and one of 12/89 has expired. */
const start = () => startIdentity({ payments: true, time: testTime(Date.UTC(2090, 0, 4, 15)) })

type Order = { readonly referencia: string; readonly acceso: string }

const pay = ({ url }: TestIdentity, { referencia, acceso }: Order, fields: Readonly<Record<string, string>> = {}) =>
  createBrowser(url).submit('/pasarela/', { referencia, acceso, ...VALID_FORM, ...fields })

const openCardPage = ({ url }: TestIdentity, { referencia, acceso }: Order, extraQuery = '') =>
  call(url, `/pasarela/?referencia=${referencia}&acceso=${acceso}${extraQuery}`)

test('the card page contains the order, the test cards and no script', async () => {
  const server = await start()
  const order = await createOrder(server)
  const page = await openCardPage(server, order)
  expect(page.status).toBe(200)
  expect(page.text).not.toContain('<script')
  for (const text of [order.referencia, 'Anual, 12 meses', '4000 0000 0000 0044', 'No escriba una tarjeta real'])
    expect(page.text).toContain(text)
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';style-src 'sha256-/)
  const filledPage = await openCardPage(server, order, '&numero=4000+0000+0000+0002')
  expect(filledPage.text).toContain('name="numero" value="4000 0000 0000 0002" autocomplete')
})

test.each([
  ['4111 1111 1111 1111', 'Aprobado'],
  ['4000 0000 0000 0044', 'Pendiente'],
  ['4000-0000-0000-0002', 'Rechazado'],
])('a payment with the card %s redirects to the response page, and the order becomes %s', async (numero, estatus) => {
  const server = await start()
  const order = await createOrder(server)
  const reply = await pay(server, order, { numero })
  expect(reply.status).toBe(303)
  expect(reply.headers.location).toMatch(
    new RegExp(`^/precios/respuesta/\\?referencia=${order.referencia}&acceso=${order.acceso}&ref_payco=ref-`),
  )
  const lastDigits = numero.slice(-4)
  expect(await readOrder(server, order)).toMatchObject({ estatus, tarjeta: `Visa ${lastDigits}` })
})

test.each([
  ['an altered amount', 'amount'],
  ['an altered amount and a valid signature', 'signed-amount'],
  ['an altered currency', 'currency'],
  ['an altered invoice', 'invoice'],
  ['an altered state', 'state'],
  ['an altered signature', 'signature'],
])('a confirmation with %s does not change the order', async (_what, alterar) => {
  const server = await start()
  const order = await createOrder(server)
  expect((await pay(server, order, { alterar, repetir: '2' })).status).toBe(303)
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente', tarjeta: null })
  const refusals = server.lines.filter((line) => line.includes('payment refused'))
  expect(refusals).toHaveLength(2)
})

test('ten equal confirmations cause one approval', async () => {
  const server = await start()
  const order = await createOrder(server)
  await pay(server, order, { repetir: '10' })
  const outcomes = server.lines
    .filter((line) => line.includes('payment confirmed'))
    .map((line) => JSON.parse(line).outcome)
  expect(outcomes.toSorted()).toEqual(['approved', ...Array.from({ length: 9 }, () => 'repeated')])
})

test('a double click on the payment button causes one payment', async () => {
  const server = await start()
  const order = await createOrder(server)
  const replies = await Promise.all([pay(server, order), pay(server, order)])
  expect(replies.map(({ status }) => status)).toEqual([303, 200])
  expect(replies[1].text).toContain('La orden ya está pagada')
  expect(server.lines.filter((line) => line.includes('payment confirmed'))).toHaveLength(1)
})

test.each([
  [{ numero: '4539 1488 0343 6467' }, 'Use una de las tarjetas de prueba'],
  [{ nombre: ' ' }, 'Escriba el nombre de la tarjeta'],
  [{ vencimiento: '12/89' }, 'La tarjeta está vencida'],
  [{ vencimiento: '13/99' }, 'Escriba el mes y el año, como 08/29'],
  [{ codigo: '31' }, 'Escriba los 3 dígitos'],
])('a card form with %j returns the filled form with the message "%s" and pays nothing', async (fields, message) => {
  const server = await start()
  const order = await createOrder(server)
  const reply = await pay(server, order, { nombre: 'Ana "Lía" <b>', ...fields })
  expect(reply.status).toBe(400)
  expect(reply.text).toContain(message)
  const [name = ''] = Object.keys(fields)
  expect([...reply.text.matchAll(/<input id="(\w+)"[^>]* autofocus/g)].map(([, id]) => id)).toEqual([name])
  expect(reply.text).toMatch(new RegExp(`id="${name}"[^>]* aria-invalid="true"`))
  if (!('nombre' in fields)) expect(reply.text).toContain('Ana &quot;Lía&quot; &lt;b&gt;')
  expect(await readOrder(server, order)).toMatchObject({ estatus: 'Pendiente' })
})

test('the card page requires the access code and does not charge a paid order again', async () => {
  const server = await start()
  const order = await createOrder(server)
  expect((await openCardPage(server, { ...order, acceso: 'ac-otro' })).status).toBe(404)
  expect((await pay(server, { ...order, acceso: 'ac-otro' })).status).toBe(404)
  expect((await call(server.url, '/pasarela/')).status).toBe(404)
  await pay(server, order)
  expect((await openCardPage(server, order)).text).toContain('La orden ya está pagada')
  expect((await pay(server, order)).status).toBe(200)
})

test('the card page refuses a form from another site', async () => {
  const server = await start()
  const { referencia, acceso } = await createOrder(server)
  const reply = await createBrowser(server.url).submit(
    '/pasarela/',
    { referencia, acceso, ...VALID_FORM },
    { origin: 'https://otro.example' },
  )
  expect(reply.status).toBe(403)
})

test('a server without the sandbox has no card page', async () => {
  const server = await startIdentity({ payments: true, portal: { checkout: null } })
  expect((await call(server.url, '/pasarela/')).status).toBe(404)
})
