import { describe, expect, test } from 'vitest'

import { countUndelivered } from '#server/database/outbox.ts'
import { createOutsideCalls } from '#server/delivery/outside-calls.ts'
import { FIRST_PAUSE_MS } from '#server/delivery/receiver-pauses.ts'
import { signWebhook } from '#server/delivery/signature.ts'
import { ALERT_PATHS } from '#src/adapters/http/contract/paths.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { addClients, openAlertServer } from '#tests/support/alerts.ts'
import { ENGINES } from '#tests/support/databases.ts'
import { type Received, startReceiver } from '#tests/support/receiver.ts'

type Server = Awaited<ReturnType<typeof openAlertServer>>

const QUIET = { silencio_desde: '09:00', silencio_hasta: '10:00' }

/** Opens a server in which `ana` has an alert, no mails and a webhook. */
async function openWithWebhook(url: string, options: Parameters<typeof openAlertServer>[0] = {}, quiet?: object) {
  const server = await openAlertServer(options)
  await server.alerts.evaluate()
  const channels = { correo: false, silencio_desde: null, silencio_hasta: null, ...quiet }
  await server.call('POST', ALERT_PATHS.channels, 'ana', channels)
  const saved = await server.call('POST', ALERT_PATHS.webhook, 'ana', { direccion: url })
  expect(saved).toMatchObject({ status: 200, body: { data: { correo: false, webhook: url } } })
  await server.addAlert()
  await server.deal(3_990)
  return { ...server, secret: saved.body.secreto as string }
}

async function fire(server: Server, price = 4_000.5) {
  await server.deal(price)
  await server.alerts.evaluate()
}

const readBody = ({ body }: Received) => JSON.parse(body.toString())

/** Whether a receiver that has this secret accepts the message. */
const hasSignature = ({ headers, body }: Received, secret: string) =>
  headers['x-signature'] === signWebhook(secret, `${headers['x-timestamp']}`, body.toString())

describe.each(ENGINES)('%s', (engine) => {
  test('a crossing is posted with its signature until it is accepted, once by its id (D125)', async () => {
    const receiver = await startReceiver(500)
    const server = await openWithWebhook(receiver.url, { engine })
    await fire(server)
    await server.deliver()
    receiver.status = 302
    server.time.pass(HOUR_MS)
    await server.deliver()
    receiver.status = 204
    server.time.pass(HOUR_MS)
    await server.deliver()
    await server.deliver()
    expect(receiver.received).toHaveLength(3)
    const [first, second, third] = receiver.received.map(readBody)
    expect([second, third]).toEqual([first, first])
    const [{ alerta }] = await server.firings()
    expect(first).toEqual({
      entrega: receiver.received[0]?.headers['x-delivery-id'],
      titulo: 'Alerta: Dólar spot: sube a 4.000,00',
      texto: 'Se negoció a 4.000,50 el 2026-11-20, 09:02:00 (hora de Bogotá).',
      ...{ id: 1, alerta, tipo: 'disparo', fecha: '2026-11-20T09:02:00-05:00', precio: 4_000.5, anulada: false },
      regla: { tipo: 'precio', mercado: 71, lado: 'sube', nivel: 4_000, minutos: null, pausa: 5, hasta: null },
    })
    expect(receiver.received.every((message) => hasSignature(message, server.secret))).toBe(true)
    const timestamp = Number(receiver.received[2]?.headers['x-timestamp'])
    expect(timestamp).toBe(Math.floor(server.time.now() / SECOND_MS))
  })

  test('quiet hours hold each message back (D125)', async () => {
    const receiver = await startReceiver()
    const server = await openWithWebhook(receiver.url, { engine }, QUIET)
    await server.addAlert({ nivel: 4_001 })
    await fire(server, 4_002)
    await server.alerts.announceHeld()
    await server.deliver()
    expect(receiver.received).toEqual([])
    server.time.pass(HOUR_MS)
    await server.market.tick()
    await server.alerts.announceHeld()
    await server.alerts.announceHeld()
    await server.deliver()
    // Up to four calls run at once.
    expect(
      receiver.received
        .map(readBody)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([1, 2])
  })

  test('a renewed secret signs what waits, and a removed webhook gets nothing (D125)', async () => {
    const receiver = await startReceiver(500)
    const server = await openWithWebhook(receiver.url, { engine })
    await fire(server)
    await server.deliver()
    const { body } = await server.call('POST', ALERT_PATHS.webhookSecret, 'ana', {})
    expect(body.secreto).not.toBe(server.secret)
    server.time.pass(HOUR_MS)
    await server.deliver()
    expect(receiver.received.map((message) => hasSignature(message, body.secreto))).toEqual([false, true])
    await server.call('POST', ALERT_PATHS.webhook, 'ana', { direccion: null })
    server.time.pass(HOUR_MS)
    await server.deliver()
    expect(receiver.received).toHaveLength(2)
    const items = await server.database.db.selectFrom('records_outbox').select(['status', 'content']).execute()
    expect(items).toEqual([{ status: 'sent', content: null }])
  })

  test('saving the same address while its secret is renewed stores the new secret (D125)', async () => {
    const receiver = await startReceiver()
    const { call } = await openWithWebhook(receiver.url, { engine })
    for (let round = 1; round <= 5; round += 1) {
      const [renewed, saved] = await Promise.all([
        call('POST', ALERT_PATHS.webhookSecret, 'ana', {}),
        call('POST', ALERT_PATHS.webhook, 'ana', { direccion: receiver.url }),
      ])
      expect(saved.body.secreto).toBeNull()
      await call('POST', ALERT_PATHS.webhookTest, 'ana', {})
      const message = receiver.received.at(-1)
      expect(message && hasSignature(message, renewed.body.secreto)).toBe(true)
    }
  })

  test('a renewal brings back no address that is replaced or removed meanwhile (D125)', async () => {
    const { call } = await openWithWebhook('https://receptor.example/', { engine })
    for (const direccion of ['https://otro.example/', null, 'https://receptor.example/', null]) {
      const [changed] = await Promise.all([
        call('POST', ALERT_PATHS.webhook, 'ana', { direccion }),
        call('POST', ALERT_PATHS.webhookSecret, 'ana', {}),
      ])
      expect(changed.status).toBe(200)
      expect((await call('GET', ALERT_PATHS.channels, 'ana')).body.data.webhook).toBe(direccion)
    }
  })
})

test('a closed account gets no message that waits (D125)', async () => {
  const receiver = await startReceiver()
  const server = await openWithWebhook(receiver.url)
  await fire(server)
  await server.database.db.updateTable('identity_clients').set({ disabled: 1 }).where('id', '=', 'ana').execute()
  await server.deliver()
  expect(receiver.received).toEqual([])
})

test('a receiver without a reply is called again after a pause, and is no concern of the operator (D125)', async () => {
  const receiver = await startReceiver(0)
  const server = await openWithWebhook(receiver.url)
  for (let count = 1; count < 12; count += 1) await server.addAlert()
  await fire(server)
  await server.deliver()
  // Four calls run at once; the others find the pause.
  const calls = receiver.received.length
  expect(calls).toBeLessThanOrEqual(4)
  expect(await countUndelivered(server.database.db)).toEqual({ pending: 0, failed: 0 })
  receiver.status = 204
  server.time.pass(HOUR_MS)
  await server.deliver()
  expect(receiver.received.slice(calls).map(readBody)).toHaveLength(12)
})

test('another address starts without the pause of the one before (D125)', async () => {
  const silent = await startReceiver(0)
  const receiver = await startReceiver()
  const server = await openWithWebhook(silent.url)
  await fire(server)
  await server.deliver()
  expect(silent.received).toHaveLength(1)
  await server.call('POST', ALERT_PATHS.webhook, 'ana', { direccion: receiver.url })
  server.time.pass(FIRST_PAUSE_MS / 2)
  await server.deliver()
  expect(receiver.received).toHaveLength(1)
})

test('a correction of a firing is posted (D125)', async () => {
  const receiver = await startReceiver()
  const server = await openWithWebhook(receiver.url)
  const wrong = await server.deal(4_500)
  await server.alerts.evaluate()
  await server.annul(wrong)
  await server.alerts.evaluate()
  await server.deliver()
  expect(receiver.received.map(readBody).map(({ id, tipo }) => [id, tipo])).toEqual([
    [1, 'disparo'],
    [2, 'correccion'],
  ])
})

test('the same address keeps its secret, another one has its own (D125)', async () => {
  const receiver = await startReceiver()
  const { call } = await openWithWebhook(receiver.url)
  const save = (direccion: string) => call('POST', ALERT_PATHS.webhook, 'ana', { direccion })
  expect((await save(receiver.url)).body.secreto).toBeNull()
  expect((await save('https://receptor.example/')).body.secreto).toMatch(/^[\w-]{43}$/)
  const channels = await call('GET', ALERT_PATHS.channels, 'luis')
  expect(channels.body.data).toMatchObject({ correo: true, webhook: null })
})

test('neither the audit, the outbox nor the database shows the secret; the audit has no path (D125)', async () => {
  const receiver = await startReceiver()
  const server = await openWithWebhook(`${receiver.url}secreto-del-receptor`)
  await fire(server)
  const { db } = server.database
  const audit = await db.selectFrom('records_audit').selectAll().execute()
  expect(audit.map(({ action }) => action)).toContain('alert-webhook-changed')
  expect(JSON.stringify(audit)).not.toContain('secreto-del-receptor')
  const [item] = await db.selectFrom('records_outbox').selectAll().execute()
  expect(item?.recipient).toBe(`http://127.0.0.1:${receiver.port}`)
  const rows = [...audit, item, ...(await db.selectFrom('alerts_channels').selectAll().execute())]
  expect(JSON.stringify(rows)).not.toContain(server.secret)
})

test('a test is posted at once, and its refusal is explained (D125)', async () => {
  const receiver = await startReceiver()
  const server = await openWithWebhook(receiver.url)
  const run = () => server.call('POST', ALERT_PATHS.webhookTest, 'ana', {})
  expect(await run()).toEqual({ status: 200, body: { message: 'Su receptor aceptó la prueba.' } })
  const [message] = receiver.received
  expect(message && readBody(message)).toMatchObject({ tipo: 'prueba', texto: 'Prueba del webhook de sus alertas.' })
  expect(message && hasSignature(message, server.secret)).toBe(true)
  receiver.status = 404
  expect(await run()).toMatchObject({
    status: 409,
    body: { message: 'Su receptor respondió con el código 404; debe ser de 200 a 299.' },
  })
  receiver.status = 0
  expect((await run()).body.message).toContain('Su receptor no respondió')
  for (let count = 3; count < 6; count += 1) await run()
  expect((await run()).status).toBe(429)
  server.time.pass(MINUTE_MS)
  expect((await run()).status).toBe(409)
})

test('a test of an address that became private is refused (D125)', async () => {
  const outsideCalls = createOutsideCalls({
    allowLocal: false,
    resolve: async () => [{ address: '169.254.169.254', family: 4 }],
  })
  const { call } = await openWithWebhook('https://receptor.example/', { deps: { outsideCalls } })
  expect((await call('POST', ALERT_PATHS.webhookTest, 'ana', {})).body.message).toContain(
    'no lleva a un servidor público',
  )
})

test.each([
  'http://receptor.example/',
  'https://10.0.0.1/',
  'https://[::1]/',
  'https://localhost/',
  'https://yo@receptor.example/',
  'receptor',
])('the address %s is refused, and the saved one stays (D125)', async (direccion) => {
  const outsideCalls = createOutsideCalls({ allowLocal: false })
  const { call } = await openWithWebhook('https://receptor.example/', { deps: { outsideCalls } })
  const refused = await call('POST', ALERT_PATHS.webhook, 'ana', { direccion })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('https') } })
  expect((await call('GET', ALERT_PATHS.channels, 'ana')).body.data.webhook).toBe('https://receptor.example/')
})

test.each([ALERT_PATHS.webhookSecret, ALERT_PATHS.webhookTest])('%s needs a webhook (D125)', async (path) => {
  const { call, database } = await openAlertServer()
  await addClients(database, ['eva'])
  expect((await call('POST', path, 'eva', {})).status).toBe(409)
})
