import { get } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'

import { MARKET_BASE } from '#server/http/paths.ts'
import { HOUR_MS, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { createBrowser, IDLE_SCHEDULER, json, statusAndBody, type TestBrowser } from '#tests/support/identity.ts'
import { testTime } from '#tests/support/market.ts'
import { historyEnv } from '#tests/support/market-history.ts'
import { LOW_EFFORT, startTestServer } from '#tests/support/server.ts'

/** The test clock starts at the machine's time, which ALTCHA reads. The market time is 10:40. */
const time = testTime(Date.now())
const server = await startTestServer(await historyEnv('2026-11-20T10:40'), {
  now: time.now,
  identity: { effort: LOW_EFFORT, scheduler: IDLE_SCHEDULER },
})
const { url, identity } = server

const openBrowser = () => createBrowser(url)

async function logInAs(usr = 'demo'): Promise<TestBrowser> {
  const browser = openBrowser()
  expect(json(await browser.takeOver(usr)).status).toBe('success')
  return browser
}

const loadFigures = (browser: TestBrowser, delay: number | string) =>
  browser.post(`${MARKET_BASE}/estadisticas/estadisticasPromedioCierre/`, { fecha: '2026-11-20', mercado: 71, delay })

const loadChart = (browser: TestBrowser, path: string) =>
  browser.post(`${MARKET_BASE}/graficos/${path}`, { mercado: 71, moneda: 'USD/COP', periodo: '1d' })

const loadIntraday = (browser: TestBrowser, path: string, delay: number) =>
  browser.post(`${MARKET_BASE}/graficos/${path}/`, { fecha: '2026-11-20', moneda: 1, delay })

/** Returns the market time of the last deal that the browser can see. */
const loadLastDealTime = async (browser: TestBrowser) => Date.parse(json(await loadFigures(browser, 0)).data.time)

/** Opens a live stream of the market and collects its text. */
function openStream(browser: TestBrowser) {
  const stream = { text: '', ended: false }
  const headers = browser.cookie === null ? {} : { cookie: `md_cliente=${browser.cookie}` }
  const request = get(`${url}${MARKET_BASE}/stream?mercado=71`, { headers, agent: false }, (reply) => {
    reply.setEncoding('utf8')
    reply.on('data', (chunk: string) => {
      stream.text += chunk
    })
    reply.on('end', () => {
      stream.ended = true
    })
  })
  request.on('error', () => undefined)
  onTestFinished(() => void request.destroy())
  return stream
}

async function openStartedStream(browser: TestBrowser) {
  const stream = openStream(browser)
  await expect.poll(() => stream.text).toContain('event: snapshot')
  return stream
}

const parseDelay = (stream: { readonly text: string }) =>
  JSON.parse(/data: (\{"mercado.*\})/.exec(stream.text)?.[1] ?? '{}').delay

const findLastEvent = (stream: { readonly text: string }) => stream.text.trim().split('\n\n').at(-1)

test('the widget ignores the cookie of an ended session, whose end is reported by the next call', async () => {
  const ended = await logInAs()
  await logInAs()
  const cookie = `md_cliente=${ended.cookie}`
  const reply = await fetch(`${url}${MARKET_BASE}/widget/spot`, { headers: { cookie } })
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null])
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  expect((await loadFigures(ended, 15)).status).toBe(401)
})

test('a client gets live data and a visitor gets data with a delay of 15 minutes', async () => {
  const now = Date.UTC(2026, 10, 20, 15, 40)
  const [live, delayed] = [await loadLastDealTime(await logInAs()), await loadLastDealTime(openBrowser())]
  expect(live).toBeGreaterThan(now - 5 * MINUTE_MS)
  expect(delayed).toBeLessThanOrEqual(now - 15 * MINUTE_MS + MINUTE_MS)
  expect(parseDelay(await openStartedStream(await logInAs()))).toBe(0)
  expect(parseDelay(await openStartedStream(openBrowser()))).toBe(15)
})

test.each([
  ['without accepted terms', 'demoterminos', 'Acepte los términos y condiciones para continuar.'],
  ['with an expired password', 'demovencida', 'Su contraseña ha expirado. Cámbiela para continuar.'],
])('a session %s can read delayed data only', async (_restriction, usr, message) => {
  const browser = await logInAs(usr)
  for (const delay of [0, '0', 14]) expect(statusAndBody(await loadFigures(browser, delay))).toEqual([403, { message }])
  for (const path of ['graficoPrecios', 'graficoPromedios', 'graficoBollinger', 'graficoVelas']) {
    expect((await loadChart(browser, path)).status).toBe(403)
  }
  expect((await loadIntraday(browser, 'graficoMonedaRT', 15)).status).toBe(403)
  expect((await loadIntraday(browser, 'graficoMoneda', 0)).status).toBe(403)

  for (const delay of [15, '15', 30]) expect((await loadFigures(browser, delay)).status).toBe(200)
  expect((await loadIntraday(browser, 'graficoMoneda', 15)).status).toBe(200)
  expect((await browser.get(`${MARKET_BASE}/cma/monedas/`)).status).toBe(200)
  expect((await browser.get('/api/news/rss/')).status).toBe(200)
  expect(parseDelay(await openStartedStream(browser))).toBe(15)
  expect((await browser.session()).status).toBe(200)
  expect((await browser.logOut()).status).toBe(200)
})

test('after a takeover, the previous browser gets one 401 with the reason and then visitor data', async () => {
  const [office, home] = [await logInAs(), openBrowser()]
  const stream = await openStartedStream(office)
  await home.takeOver('demo')
  await expect.poll(() => stream.ended).toBe(true)
  expect(findLastEvent(stream)).toBe('event: closed\ndata: {"message":"Su sesión se abrió en otro equipo."}')
  expect(parseDelay(await openStartedStream(office))).toBe(15)
  expect(statusAndBody(await loadFigures(office, 0))).toEqual([
    401,
    { message: 'Su sesión se abrió en otro equipo.', reason: 'takeover' },
  ])
  expect((await loadFigures(office, 0)).status).toBe(200)
  expect(await loadLastDealTime(office)).toBe(await loadLastDealTime(openBrowser()))
  expect((await loadFigures(home, 0)).status).toBe(200)
})

test('a late 401 of the old cookie does not remove the cookie of a new login', async () => {
  const [office, home] = [await logInAs(), openBrowser()]
  await home.takeOver('demo')
  const lateReply = await office.sendOnly('GET', `${MARKET_BASE}/cma/monedas/`, {})
  expect(lateReply.status).toBe(401)
  await office.takeOver('demo')
  office.storeCookies(lateReply)
  expect((await office.session()).status).toBe(200)
  expect(await loadLastDealTime(office)).toBeGreaterThan(await loadLastDealTime(openBrowser()))

  await home.takeOver('demo')
  expect((await loadFigures(office, 0)).status).toBe(401)
  expect((await loadFigures(office, 0)).status).toBe(200)
})

test('the cookie that marks a session end as reported applies only to that session and has no session id', async () => {
  const [office, home] = [await logInAs(), openBrowser()]
  await home.takeOver('demo')
  const [setCookie = ''] = (await loadFigures(office, 0)).headers['set-cookie'] ?? []
  expect(setCookie).toMatch(/^md_terminada=[0-9a-f]{16}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)
  const mark = /=(\w+);/.exec(setCookie)?.[1] ?? ''
  const rows = await server.database.db.selectFrom('identity_sessions').select('id').execute()
  expect(JSON.stringify(rows)).not.toContain(mark)
  const other = await logInAs('demodos')
  const headers = { cookie: `md_cliente=${other.cookie}; md_terminada=${mark}` }
  expect((await other.sendOnly('GET', `${MARKET_BASE}/users/session`, headers)).status).toBe(200)
  expect((await office.logOut()).headers['set-cookie']).toEqual([
    expect.stringMatching(/^md_cliente=;/),
    expect.stringMatching(/^md_terminada=;/),
  ])
})

test('a logout ends the live stream, and a copy of the cookie then reads visitor data', async () => {
  const [browser, copy] = [await logInAs(), openBrowser()]
  copy.copySession(browser)
  const stream = await openStartedStream(browser)
  const other = await openStartedStream(await logInAs('demodos'))
  await browser.logOut()
  await expect.poll(() => stream.ended).toBe(true)
  expect(findLastEvent(stream)).toBe('event: closed\ndata: {"message":"Inicie sesión para continuar."}')
  expect(other.ended).toBe(false)
  expect(await loadLastDealTime(copy)).toBe(await loadLastDealTime(openBrowser()))
})

test('a live stream ends when its session expires and not before', async () => {
  server.market.closeStreams(() => true, 'Otra prueba.')
  const browser = await logInAs()
  const stream = await openStartedStream(browser)
  time.pass(12 * HOUR_MS)
  await identity.endStreams()
  expect(server.market.listLiveRequests()).toHaveLength(1)
  time.pass(1)
  await identity.endStreams()
  expect(server.market.listLiveRequests()).toEqual([])
  await expect.poll(() => stream.ended).toBe(true)
  expect(findLastEvent(stream)).toBe('event: closed\ndata: {"message":"Su sesión venció. Inicie sesión de nuevo."}')
  expect(statusAndBody(await loadFigures(browser, 0))).toEqual([
    401,
    { message: 'Su sesión venció. Inicie sesión de nuevo.', reason: 'expired' },
  ])
  time.pass(-12 * HOUR_MS - 1)
})

test('a live stream ends when another server ends its session', async () => {
  const stream = await openStartedStream(await logInAs())
  await server.database.db
    .updateTable('identity_sessions')
    .set({ open_for: null, ended_at: 1, end_reason: 'takeover' })
    .where('open_for', '=', 'cli-demo')
    .execute()
  expect(stream.ended).toBe(false)
  await identity.endStreams()
  await expect.poll(() => stream.ended).toBe(true)
  expect(findLastEvent(stream)).toContain('Su sesión se abrió en otro equipo.')
})

test('a live stream ends when its account is disabled in the database, and the next call returns 401', async () => {
  const browser = await logInAs('demodos')
  const stream = await openStartedStream(browser)
  const setDisabled = (disabled: number) =>
    server.database.db.updateTable('identity_clients').set({ disabled }).where('id', '=', 'cli-demodos').execute()
  await setDisabled(1)
  await identity.endStreams()
  await expect.poll(() => stream.ended).toBe(true)
  expect(statusAndBody(await loadFigures(browser, 0))).toEqual([
    401,
    { message: 'Cuenta de usuario Inactiva', reason: 'account-closed' },
  ])
  await setDisabled(0)
})

test('after the operator disables an account, the next call of its session returns 401 and a later call 200', async () => {
  const browser = await logInAs('demodos')
  const stamp = { at: time.now(), origin: null }
  expect((await identity.operations.disable('demodos', stamp)).ok).toBe(true)
  onTestFinished(async () => void (await identity.operations.enable('demodos', stamp)))
  expect(statusAndBody(await loadFigures(browser, 0))).toEqual([
    401,
    { message: 'Cuenta de usuario Inactiva', reason: 'account-closed' },
  ])
  expect((await loadFigures(browser, 0)).status).toBe(200)
})

test('a live stream ends with the reason when the password of its client expires', async () => {
  const stream = await openStartedStream(await logInAs('demodos'))
  const setExpired = (key_expired: number) =>
    server.database.db.updateTable('identity_clients').set({ key_expired }).where('id', '=', 'cli-demodos').execute()
  await setExpired(1)
  await identity.endStreams()
  await expect.poll(() => stream.ended).toBe(true)
  expect(findLastEvent(stream)).toContain('Su contraseña ha expirado. Cámbiela para continuar.')
  await setExpired(0)
})

test('an unknown session cookie is treated as anonymous', async () => {
  const browser = openBrowser()
  browser.copySession({ cookie: 'x'.repeat(43) })
  expect((await loadFigures(browser, 0)).status).toBe(200)
})
