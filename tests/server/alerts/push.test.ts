import { describe, expect, test } from 'vitest'

import { newPushKeys, parsePushKeys } from '#server/alerts/push.ts'
import { createOutsideCalls } from '#server/delivery/outside-calls.ts'
import { ALERT_PATHS } from '#src/adapters/http/contract/paths.ts'
import { HOUR_MS } from '#src/domain/time/bogota.ts'
import { openAlertServer, PUSH_KEYS } from '#tests/support/alerts.ts'
import { ENGINES } from '#tests/support/databases.ts'
import { createPushBrowser, readVapidClaims } from '#tests/support/push-browser.ts'
import { startReceiver } from '#tests/support/receiver.ts'

type Server = Awaited<ReturnType<typeof openAlertServer>>

const { publicKey } = parsePushKeys(PUSH_KEYS)
const NO_MAIL = { correo: false, silencio_desde: null, silencio_hasta: null }

async function addBrowser({ call }: Pick<Server, 'call'>, endpoint: string, client = 'ana') {
  const browser = createPushBrowser()
  const { p256dh, auth } = browser
  expect((await call('POST', ALERT_PATHS.push, client, { endpoint, p256dh, auth })).status).toBe(200)
  return browser
}

/** Opens a server in which `ana` has an alert, no mails and a browser at a push service of the test. */
async function openWithBrowser(options: Parameters<typeof openAlertServer>[0] = {}, channels: object = NO_MAIL) {
  const service = await startReceiver(201)
  const server = await openAlertServer(options)
  await server.alerts.evaluate()
  await server.call('POST', ALERT_PATHS.channels, 'ana', channels)
  const browser = await addBrowser(server, `${service.url}push/1`)
  await server.addAlert()
  await server.deal(3_990)
  return { ...server, service, browser }
}

async function fire(server: Server, price = 4_000.5) {
  await server.deal(price)
  await server.alerts.evaluate()
  await server.deliver()
}

const readStatus = async ({ call }: Pick<Server, 'call'>, endpoint: string, client = 'ana') =>
  (await call('POST', ALERT_PATHS.pushStatus, client, { endpoint })).body.data

const listBrowsers = async ({ database }: Pick<Server, 'database'>) =>
  (await database.db.selectFrom('alerts_push').select('client_id').execute()).map((row) => row.client_id)

describe.each(ENGINES)('%s', (engine) => {
  test('a crossing is pushed to the browser, encrypted for it and signed, until it is accepted (D125)', async () => {
    const server = await openWithBrowser({ engine })
    const { service, browser } = server
    service.status = 503
    await fire(server)
    service.status = 201
    server.time.pass(HOUR_MS / 2)
    await server.deliver()
    await server.deliver()
    expect(service.received).toHaveLength(2)
    for (const message of service.received) {
      expect(message.headers).toMatchObject({ ttl: '86400', urgency: 'high' })
      expect(readVapidClaims(message, publicKey)).toMatchObject({
        aud: new URL(service.url).origin,
        sub: 'mailto:no-responder@mercadodolar.example',
      })
      expect(browser.decrypt(message)).toEqual({
        titulo: 'Dólar spot: sube a 4.000,00',
        texto: 'Se negoció a 4.000,50 el 2026-11-20, 09:02:00 (hora de Bogotá).',
        etiqueta: 'alerta-1',
        direccion: '/dashboard/spot/',
      })
    }
  })

  test.each([404, 410])('a browser whose push service replies %i is forgotten (D125)', async (status) => {
    const server = await openWithBrowser({ engine })
    server.service.status = status
    await fire(server)
    expect(await listBrowsers(server)).toEqual([])
    const items = await server.database.db.selectFrom('records_outbox').select('status').execute()
    expect(items).toEqual([{ status: 'sent' }])
  })

  test('a 403 is a failed attempt for a browser with the present key, and ends one with an unknown key (D125)', async () => {
    const server = await openWithBrowser({ engine })
    const { service, time, database } = server
    service.status = 403
    await fire(server)
    expect(await listBrowsers(server)).toEqual(['ana'])
    service.status = 201
    time.pass(HOUR_MS / 2)
    await server.deliver()
    expect(service.received).toHaveLength(2)
    service.status = 403
    await fire(server, 3_990)
    await fire(server)
    time.pass(2 * HOUR_MS)
    await server.deliver()
    const items = await database.db.selectFrom('records_outbox').select(['status', 'error']).orderBy('id').execute()
    expect(items.at(-1)).toEqual({ status: 'failed', error: expect.stringContaining('403') })
    expect(await listBrowsers(server)).toEqual(['ana'])
    await database.db.updateTable('alerts_push').set({ server_key: '' }).execute()
    await fire(server, 3_990)
    await fire(server)
    expect(await listBrowsers(server)).toEqual([])
  })

  test('with other keys of the server a browser gets nothing until its page has replaced the subscription (D125)', async () => {
    const { database, time, market, service } = await openWithBrowser({ engine })
    await market.close()
    const pushKeys = newPushKeys()
    const server = await openAlertServer({ database, time, deps: { pushKeys } })
    await server.deal(4_000.5)
    await server.alerts.evaluate()
    await server.deliver()
    expect(service.received).toEqual([])
    const { publicKey: clave } = parsePushKeys(pushKeys)
    const old = `${service.url}push/1`
    expect(await readStatus(server, old)).toEqual({ clave, activo: true })
    await addBrowser(server, `${service.url}push/2`)
    await server.call('POST', ALERT_PATHS.pushRemove, 'ana', { endpoint: old })
    await server.addAlert({ lado: 'baja', nivel: 3_995 })
    await fire(server, 3_990)
    expect(service.received.map((message) => readVapidClaims(message, clave)?.aud)).toEqual([
      new URL(service.url).origin,
    ])
  })

  test('a browser of an older server, whose key is unknown, gets its messages (D125)', async () => {
    const server = await openWithBrowser({ engine })
    await server.database.db.updateTable('alerts_push').set({ server_key: '' }).execute()
    await fire(server)
    expect(server.service.received).toHaveLength(1)
  })

  test('a browser that has signed out gets nothing more, not even what waits (D125)', async () => {
    const server = await openWithBrowser({ engine })
    const endSession = (id: string, reason: string) =>
      server.database.db
        .insertInto('identity_sessions')
        .values({
          ...{ id, client_id: 'ana', open_for: null, token: id, started_at: 0 },
          ...{ ended_at: server.time.now(), end_reason: reason },
        })
        .execute()
    await endSession('another session', 'logout')
    await endSession('a session elsewhere', 'takeover')
    await server.alerts.announceHeld()
    expect(await listBrowsers(server)).toEqual(['ana'])
    await server.deal(4_000.5)
    await server.alerts.evaluate()
    await endSession('session of ana', 'logout')
    await server.deliver()
    expect(server.service.received).toEqual([])
    await server.alerts.announceHeld()
    expect(await listBrowsers(server)).toEqual([])
  })
})

test('a client has at most 10 browsers: a further one replaces the oldest (D125)', async () => {
  const server = await openWithBrowser()
  for (let count = 2; count <= 11; count += 1) {
    server.time.pass(1)
    await addBrowser(server, `${server.service.url}push/${count}`)
  }
  expect(await listBrowsers(server)).toHaveLength(10)
  expect((await readStatus(server, `${server.service.url}push/1`)).activo).toBe(false)
  expect(await readStatus(server, `${server.service.url}push/11`)).toEqual({ clave: publicKey, activo: true })
})

test('a browser that another client uses shows no messages of the first one (D125)', async () => {
  const server = await openWithBrowser()
  const endpoint = `${server.service.url}push/1`
  expect((await readStatus(server, endpoint, 'luis')).activo).toBe(false)
  await fire(server)
  expect(server.service.received).toEqual([])
  expect((await readStatus(server, endpoint)).activo).toBe(false)
})

test('a browser belongs to the client who turned the messages on last (D125)', async () => {
  const server = await openWithBrowser()
  const endpoint = `${server.service.url}push/1`
  await server.call('POST', ALERT_PATHS.pushRemove, 'luis', { endpoint })
  expect(await listBrowsers(server)).toEqual(['ana'])
  await addBrowser(server, endpoint, 'luis')
  expect(await listBrowsers(server)).toEqual(['luis'])
  await fire(server)
  expect(server.service.received).toEqual([])
  await server.call('POST', ALERT_PATHS.pushRemove, 'luis', { endpoint })
  expect(await listBrowsers(server)).toEqual([])
})

test('a closed account gets no message, and loses its browsers (D125)', async () => {
  const server = await openWithBrowser()
  await server.deal(4_000.5)
  await server.alerts.evaluate()
  await server.database.db.updateTable('identity_clients').set({ disabled: 1 }).where('id', '=', 'ana').execute()
  await server.deliver()
  await server.alerts.announceHeld()
  expect([server.service.received, await listBrowsers(server)]).toEqual([[], []])
})

test('quiet hours hold the messages back until one summary (D125)', async () => {
  const server = await openWithBrowser({}, { ...NO_MAIL, silencio_desde: '09:00', silencio_hasta: '10:00' })
  await server.addAlert({ nivel: 4_001 })
  await fire(server, 4_002)
  expect(server.service.received).toEqual([])
  server.time.pass(HOUR_MS)
  await server.market.tick()
  await server.alerts.announceHeld()
  await server.deliver()
  const [message, ...more] = server.service.received
  expect(more).toEqual([])
  expect(message && server.browser.decrypt(message)).toMatchObject({
    titulo: '2 avisos de sus alertas en las horas de silencio',
    direccion: '/dashboard/alertas/',
  })
})

test('the audit shows no endpoint, which is a secret of the browser (D125)', async () => {
  const server = await openWithBrowser()
  await server.call('POST', ALERT_PATHS.pushRemove, 'ana', { endpoint: `${server.service.url}push/1` })
  const audit = await server.database.db.selectFrom('records_audit').selectAll().execute()
  expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['alert-push-added', 'alert-push-removed']))
  expect(JSON.stringify(audit)).not.toContain('push/1')
})

const KEYS = createPushBrowser()

test.each([
  [{ endpoint: 'http://push.example/1' }],
  [{ endpoint: 'https://10.0.0.1/1' }],
  [{ endpoint: 'https://[::1]/1' }],
  [{ endpoint: 'https://localhost/1' }],
  [{ endpoint: 'no' }],
  [{ p256dh: KEYS.auth }],
  [{ auth: KEYS.p256dh }],
  // No point of the curve.
  [{ p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url') }],
])('the subscription with %j is refused (D125)', async (change) => {
  const outsideCalls = createOutsideCalls({ allowLocal: false })
  const server = await openAlertServer({ deps: { outsideCalls } })
  const { p256dh, auth } = KEYS
  const body = { endpoint: 'https://push.example/1', p256dh, auth, ...change }
  expect((await server.call('POST', ALERT_PATHS.push, 'ana', body)).status).toBe(400)
  expect(await listBrowsers(server)).toEqual([])
})
