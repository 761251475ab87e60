import { describe, expect, test } from 'vitest'

import { saveOrigin } from '#server/database/origin-store.ts'
import { purgeDemo } from '#server/demo/purge.ts'
import { ALERT_PATHS } from '#src/adapters/http/contract/paths.ts'
import { HOUR_MS, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { addClients, CLIENT_HEADER, openAlertServer } from '#tests/support/alerts.ts'
import { ENGINES } from '#tests/support/databases.ts'

describe.each(ENGINES)('%s', (engine) => {
  const open = () => openAlertServer({ engine })

  test('a crossing is recorded once, with its mail and its line for the page (D125)', async () => {
    const server = await open()
    await server.alerts.evaluate()
    await server.deal(3_990)
    const id = await server.addAlert()
    await server.deal(4_000.5)
    await server.alerts.evaluate()
    await server.deal(4_001)
    await server.alerts.evaluate()
    expect(await server.firings()).toMatchObject([
      { id: 1, alerta: id, tipo: 'disparo', precio: 4_000.5, anulada: false },
    ])
    expect(await server.mails()).toMatchObject([
      { to: 'ana@nandu.example', subject: 'Alerta: Dólar spot: sube a 4.000,00' },
    ])
    expect(await server.firings('luis')).toEqual([])
  })

  test('a new process goes on after the last stored line (D125)', async () => {
    const server = await open()
    await server.alerts.evaluate()
    await server.addAlert()
    await server.deal(3_990)
    await server.deal(4_000)
    await server.alerts.evaluate()
    server.time.pass(5 * MINUTE_MS)
    await server.deal(3_990)
    await server.deal(4_002)
    await server.market.close()
    const { database, time } = server
    const next = await openAlertServer({ database, time })
    await next.alerts.evaluate()
    await next.alerts.evaluate()
    expect((await next.firings()).map(({ precio }) => precio)).toEqual([4_000, 4_002])
  })

  test('after purge-demo the alerts start with the deals of the new source (D125)', async () => {
    const server = await open()
    await server.alerts.evaluate()
    await server.addAlert()
    await server.addAlert({ lado: 'baja', nivel: 3_000 })
    await server.deal(3_990)
    await server.deal(4_500)
    await server.alerts.evaluate()
    await server.deal(4_501)
    // Not evaluated before the server ends.
    await server.deal(2_900)
    await server.market.close()
    const { database, time } = server
    await saveOrigin(database.db, { source: 'simulator', seed: 7, demo: true })
    await purgeDemo(database)
    const first = await openAlertServer({ database, time })
    await first.alerts.evaluate()
    expect(await first.firings()).toEqual([])
    await first.deal(3_990)
    await first.alerts.evaluate()
    await first.deal(4_000.5)
    await first.market.close()
    // A process that starts before the evaluation.
    const next = await openAlertServer({ database, time })
    await next.alerts.evaluate()
    expect((await next.firings()).map(({ precio }) => precio)).toEqual([4_000.5])
  })

  test('a process that lost its turn writes no firing (D125)', async () => {
    const server = await open()
    await server.alerts.evaluate()
    await server.addAlert()
    await server.deal(3_990)
    await server.deal(4_000)
    const { database, time } = server
    const next = await openAlertServer({ database, time })
    await next.alerts.evaluate()
    await server.alerts.evaluate().catch(() => undefined)
    expect(await next.firings()).toHaveLength(1)
  })

  test('a firing whose deal is annulled later says so, and the alert is active again (D125)', async () => {
    const server = await open()
    await server.alerts.evaluate()
    await server.addAlert({ pausa: null })
    await server.deal(3_990)
    const wrong = await server.deal(4_500)
    await server.alerts.evaluate()
    await server.annul(wrong)
    await server.alerts.evaluate()
    expect(await server.firings()).toMatchObject([
      { tipo: 'disparo', precio: 4_500, anulada: true },
      { tipo: 'correccion', precio: 4_500 },
    ])
    expect((await server.mails()).map(({ subject }) => subject)).toEqual([
      'Alerta: Dólar spot: sube a 4.000,00',
      'Corrección de su alerta: Dólar spot: sube a 4.000,00',
    ])
    await server.deal(4_000)
    await server.alerts.evaluate()
    expect((await server.firings()).map(({ tipo }) => tipo)).toEqual(['disparo', 'correccion', 'disparo'])
  })

  test('a deal that is annulled with its own batch fires nothing (D125)', async () => {
    const server = await open()
    await server.alerts.evaluate()
    await server.addAlert()
    await server.deal(3_990)
    const { time } = server
    await server.append([
      {
        kind: 'deal',
        deal: {
          id: 'x',
          market: 'spot',
          term: 0,
          sector: 1,
          origin: 'negotiated',
          time: time.now(),
          price: 4_500,
          amount: 1,
        },
      },
      { kind: 'annulment', id: 'x', time: time.now() },
    ])
    await server.alerts.evaluate()
    expect(await server.firings()).toEqual([])
  })

  test('quiet hours hold the mail back until one summary (D125)', async () => {
    const server = await open()
    await server.alerts.evaluate()
    const quiet = { correo: true, silencio_desde: '09:00', silencio_hasta: '10:00' }
    expect((await server.call('POST', ALERT_PATHS.channels, 'ana', quiet)).status).toBe(200)
    await server.addAlert()
    await server.addAlert({ nivel: 4_001 })
    await server.deal(3_990)
    await server.deal(4_002)
    await server.alerts.evaluate()
    await server.alerts.announceHeld()
    expect([(await server.firings()).length, await server.mails()]).toEqual([2, []])
    server.time.pass(HOUR_MS)
    await server.market.tick()
    await server.alerts.announceHeld()
    await server.alerts.announceHeld()
    const [mail, ...more] = await server.mails()
    expect([mail.subject, more]).toEqual(['2 avisos de sus alertas en las horas de silencio', []])
    expect(mail.text).toContain('sube a 4.001,00')
  })

  test('many firings of the quiet hours are one summary for each client (D125)', async () => {
    const server = await open()
    const rule = { kind: 'price', market: 'spot', side: 'above', level: 4_000, minutes: null, pause: 5, until: null }
    const rows = Array.from({ length: 602 }, (_, index) => ({
      ...{ id: index + 1, alert_id: 'a', client_id: index % 2 === 0 ? 'ana' : 'luis', rule: JSON.stringify(rule) },
      ...{ kind: 'fired', deal_id: null, price: 400_000, at: 0, recorded_at: 0, held_until: 1 },
    }))
    for (const part of [rows.slice(0, 300), rows.slice(300)])
      await server.database.db.insertInto('alerts_firings').values(part).execute()
    await server.alerts.announceHeld()
    await server.alerts.announceHeld()
    const subject = '301 avisos de sus alertas en las horas de silencio'
    expect((await server.mails()).map((mail) => mail.subject)).toEqual([subject, subject])
  })

  test('a client has at most 20 alerts, and sees and changes only its own (D125)', async () => {
    const server = await open()
    const id = await server.addAlert()
    for (let count = 1; count < 20; count += 1) await server.addAlert()
    const rule = { tipo: 'precio', mercado: 71, lado: 'sube', nivel: 4_000 }
    expect((await server.call('POST', ALERT_PATHS.alerts, 'ana', rule)).status).toBe(409)
    expect((await server.call('GET', ALERT_PATHS.alerts, 'luis')).body.data).toEqual([])
    for (const [path, body] of [
      [ALERT_PATHS.change, { id, ...rule }],
      [ALERT_PATHS.status, { id, activa: false }],
      [ALERT_PATHS.remove, { id }],
    ] as const)
      expect((await server.call('POST', path, 'luis', body)).status).toBe(404)
    expect((await server.call('POST', ALERT_PATHS.remove, 'ana', { id })).status).toBe(200)
    expect((await server.call('GET', ALERT_PATHS.alerts, 'ana')).body.data).toHaveLength(19)
    const actions = await server.database.db.selectFrom('records_audit').select(['action', 'subject_id']).execute()
    expect(actions).toHaveLength(21)
  })

  test('the TRM of the day fires its alerts when it is fixed, once (D125)', async () => {
    const server = await open()
    await server.deal(4_000)
    await server.alerts.evaluate()
    await server.addAlert({ tipo: 'trm', nivel: 0 })
    server.time.pass(5 * HOUR_MS)
    await server.market.tick()
    await server.alerts.evaluate()
    await server.market.tick()
    await server.alerts.evaluate()
    expect(await server.firings()).toMatchObject([{ tipo: 'disparo', precio: 4_000, regla: { tipo: 'trm' } }])
  })

  test('open pages of the client get the number of the firing, once (D125)', async () => {
    const server = await open()
    await server.alerts.evaluate()
    const toStream = (id: string) => ({
      request: { headers: { [CLIENT_HEADER]: id } } as never,
      alerts: [] as number[],
    })
    server.streams.push(toStream('ana'), toStream('luis'))
    await server.alerts.sendNews()
    await server.addAlert()
    await server.deal(3_990)
    await server.deal(4_000)
    await server.alerts.evaluate()
    await server.alerts.sendNews()
    await server.alerts.sendNews()
    expect(server.streams.map(({ alerts }) => alerts)).toEqual([[1], []])
  })

  test('a page that opens gets no number of an earlier firing, which is no news (D125)', async () => {
    const server = await open()
    await server.alerts.evaluate()
    const toStream = (id: string) => ({
      request: { headers: { [CLIENT_HEADER]: id } } as never,
      alerts: [] as number[],
    })
    server.streams.push(toStream('luis'))
    await server.alerts.sendNews()
    await server.addAlert()
    await server.deal(3_990)
    await server.deal(4_000)
    await server.alerts.evaluate()
    await server.alerts.sendNews()
    server.streams.push(toStream('ana'))
    await server.alerts.sendNews()
    expect(server.streams.map(({ alerts }) => alerts)).toEqual([[], []])
  })
})

test('a stopped, removed or changed alert fires by its new rule only (D125)', async () => {
  const server = await openAlertServer()
  await server.alerts.evaluate()
  const [stopped, removed, changed] = [await server.addAlert(), await server.addAlert(), await server.addAlert()]
  await server.deal(3_990)
  await server.alerts.evaluate()
  await server.call('POST', ALERT_PATHS.status, 'ana', { id: stopped, activa: false })
  await server.call('POST', ALERT_PATHS.remove, 'ana', { id: removed })
  const rule = { id: changed, tipo: 'precio', mercado: 71, lado: 'sube', nivel: 4_010 }
  expect((await server.call('POST', ALERT_PATHS.change, 'ana', rule)).body.data).toMatchObject({
    nivel: 4_010,
    estado: 'activa',
  })
  await server.deal(4_005)
  await server.alerts.evaluate()
  expect(await server.firings()).toEqual([])
  await server.deal(4_010)
  await server.alerts.evaluate()
  expect((await server.firings()).map(({ alerta }) => alerta)).toEqual([changed])
  const { body } = await server.call('GET', ALERT_PATHS.alerts, 'ana')
  expect(body.data.map(({ estado }: { readonly estado: string }) => estado)).toEqual(['cumplida', 'detenida'])
})

test.each([
  [{ nivel: 0 }],
  [{ nivel: 100_000 }],
  [{ nivel: '4000' }],
  [{ tipo: 'otro' }],
  [{ tipo: 'ventana', nivel: 1 }],
  [{ tipo: 'ventana', nivel: 1, minutos: 7 }],
  [{ tipo: 'cierre', nivel: 51 }],
  [{ pausa: 1 }],
  [{ hasta: '2026-11-19' }],
  [{ mercado: 1 }],
])('the rule %j is refused (D125)', async (change) => {
  const server = await openAlertServer()
  const rule = { tipo: 'precio', mercado: 71, lado: 'sube', nivel: 4_000, ...change }
  expect((await server.call('POST', ALERT_PATHS.alerts, 'ana', rule)).status).toBe(400)
})

test('a restricted session has no alerts (D5)', async () => {
  const server = await openAlertServer()
  expect(await server.call('GET', ALERT_PATHS.alerts, 'restricted')).toEqual({
    status: 403,
    body: { message: 'Cambie su contraseña.' },
  })
})

test('a closed account gets no messages (D125)', async () => {
  const server = await openAlertServer()
  await addClients(server.database, ['eva'])
  await server.alerts.evaluate()
  await server.addAlert({}, 'eva')
  await server.database.db.updateTable('identity_clients').set({ disabled: 1 }).where('id', '=', 'eva').execute()
  await server.deal(3_990)
  await server.deal(4_000)
  await server.alerts.evaluate()
  expect([(await server.firings('eva')).length, await server.mails()]).toEqual([1, []])
})

test('the link of the mail stops the alert by one POST, and by nothing else (RFC 8058)', async () => {
  const server = await openAlertServer()
  await server.alerts.evaluate()
  await server.addAlert()
  await server.deal(3_990)
  await server.deal(4_000)
  await server.alerts.evaluate()
  const [{ headers }] = await server.mails()
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const url = new URL(headers['List-Unsubscribe'].slice(1, -1))
  const path = url.pathname + url.search
  const readStatus = async () => (await server.call('GET', ALERT_PATHS.alerts, 'ana')).body.data[0].estado
  expect((await server.call('GET', path, null)).body).toContain('Detener esta alerta')
  expect((await server.call('POST', path.replace(/firma=.{4}/, 'firma=AAAA'), null)).status).toBe(404)
  expect(await readStatus()).toBe('activa')
  const reply = await server.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect([reply.statusCode, await readStatus()]).toEqual([200, 'detenida'])
})
