import { createServer, type IncomingHttpHeaders } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'

import { signWebhook } from '#server/delivery/signature.ts'
import { DAY_MS, HOUR_MS, toIso } from '#src/domain/time/bogota.ts'
import { ENGINES } from '#tests/support/databases.ts'
import { createBrowser, solveServerCheck, startIdentity } from '#tests/support/identity.ts'

const SECRET = 'un secreto de dieciseis'

interface Delivery {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Starts a receiver that replies with the status that the test sets; 0 closes the connection. */
async function startReceiver(status: number) {
  const deliveries: Delivery[] = []
  const receiver = { status, deliveries, url: '' }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    deliveries.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    if (receiver.status === 0) response.destroy()
    else response.writeHead(receiver.status, { location: 'http://127.0.0.1:1/' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  receiver.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/registros`
  return receiver
}

async function register(url: string, now: number) {
  const body = {
    full_name: 'Marta',
    last_name: 'Rojas Gil',
    identification: '52123456',
    email: 'marta@norte.example',
    enterprise: 'Norte S. A.',
    country: 'Colombia',
    type: 'natural',
    city: 'Bogotá',
    identification_type: 'C',
    product: 'dolar',
    cellphone: '3101234567',
    date: toIso(now),
  }
  const headers = { 'X-Human-Check': await solveServerCheck(url) }
  expect((await createBrowser(url).post('/api/registro', body, headers)).status).toBe(200)
}

describe.each(ENGINES)('%s', (engine) => {
  test('the webhook retries a registration with the same delivery id until the receiver accepts it', async () => {
    const receiver = await startReceiver(0)
    const env = { REGISTRATION_WEBHOOK: receiver.url, REGISTRATION_WEBHOOK_SECRET: SECRET }
    const { url, time, identity, database } = await startIdentity({ engine, env })
    await register(url, time.now())
    await identity.deliver()
    expect(receiver.deliveries.length).toBe(1)
    for (const status of [500, 302]) {
      receiver.status = status
      time.pass(HOUR_MS)
      await identity.deliver()
    }
    expect(receiver.deliveries.length).toBe(3)
    const readItem = () => database.db.selectFrom('records_outbox').selectAll().executeTakeFirstOrThrow()
    expect(await readItem()).toMatchObject({ status: 'pending', recipient: receiver.url })

    time.pass(40 * DAY_MS)
    receiver.status = 204
    await identity.deliver()
    expect(await readItem()).toMatchObject({ status: 'sent', content: null })
    expect(new Set(receiver.deliveries.map(({ headers }) => headers['x-delivery-id'])).size).toBe(1)
    const { headers, body } = receiver.deliveries.at(-1) ?? { headers: {}, body: '' }
    const timestamp = String(headers['x-timestamp'])
    expect(timestamp).toBe(String(Math.floor(time.now() / 1_000)))
    expect(headers['x-signature']).toBe(signWebhook(SECRET, timestamp, body))
    expect(JSON.parse(body)).toMatchObject({
      full_name: 'Marta',
      email: 'marta@norte.example',
      identification_type: 'C',
    })
    await identity.deliver()
    expect(receiver.deliveries.length).toBe(4)
  })

  test('a receiver that does not reply does not delay mails', async () => {
    const silentReceiver = createServer(() => undefined)
    await new Promise<void>((resolve) => silentReceiver.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      silentReceiver.closeAllConnections()
      silentReceiver.close()
    })
    const address = silentReceiver.address()
    const port = typeof address === 'object' ? address?.port : 0
    const env = { REGISTRATION_WEBHOOK: `http://127.0.0.1:${port}/`, REGISTRATION_WEBHOOK_SECRET: SECRET }
    const { url, time, identity, database } = await startIdentity({ engine, env })
    const called = new Promise<void>((resolve) => silentReceiver.once('request', () => resolve()))
    await register(url, time.now())
    await called
    const headers = { 'X-Human-Check': await solveServerCheck(url) }
    const email = 'demo@mercadodolar.example'
    await createBrowser(url).submit('/api/password/restPassword.php', { email }, headers)
    void identity.deliver()
    const readMails = () =>
      database.db.selectFrom('records_outbox').select('status').where('kind', '=', 'recovery').execute()
    await expect.poll(readMails).toEqual([{ status: 'sent' }])
    silentReceiver.closeAllConnections()
  })
})

test('a registration queues no message when no webhook is configured', async () => {
  const { url, time, database } = await startIdentity()
  await register(url, time.now())
  expect(await database.db.selectFrom('records_outbox').selectAll().execute()).toEqual([])
})
