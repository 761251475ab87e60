import { get } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'

import { MARKET_BASE } from '#server/http/paths.ts'
import { HOUR_MS, MINUTE_MS } from '#src/domain/time/bogota.ts'
import {
  createBrowser,
  IDLE_SCHEDULER,
  json,
  LOW_EFFORT,
  statusAndBody,
  type TestBrowser,
} from '#tests/support/identity.ts'
import { testTime } from '#tests/support/market.ts'
import { startTestServer } from '#tests/support/server.ts'

/** The machine's own: ALTCHA looks at that one too. The market stands at 10:40 of a trading day. */
const time = testTime(Date.now())
const server = await startTestServer(
  { MARKET_CLOCK: '2026-11-20T10:40' },
  { now: time.now, identity: { effort: LOW_EFFORT, scheduler: IDLE_SCHEDULER } },
)
const { url, identity } = server

const browserOf = () => createBrowser(url)

async function loggedIn(usr = 'demo'): Promise<TestBrowser> {
  const browser = browserOf()
  expect(json(await browser.takeOver(usr)).status).toBe('success')
  return browser
}

const figures = (browser: TestBrowser, delay: number | string) =>
  browser.post(`${MARKET_BASE}/estadisticas/estadisticasPromedioCierre/`, { fecha: '2026-11-20', mercado: 71, delay })

const chart = (browser: TestBrowser, path: string) =>
  browser.post(`${MARKET_BASE}/graficos/${path}`, { mercado: 71, moneda: 'USD/COP', periodo: '1d' })

const intraday = (browser: TestBrowser, path: string, delay: number) =>
  browser.post(`${MARKET_BASE}/graficos/${path}/`, { fecha: '2026-11-20', moneda: 1, delay })

/** The market time of the last deal that an answer tells of. */
const lastTime = async (browser: TestBrowser) => Date.parse(json(await figures(browser, 0)).data.time)

/** A live stream of the market: what was sent so far. */
function openStream(browser: TestBrowser) {
  const stream = { text: '', ended: false }
  const headers = browser.cookie === null ? {} : { cookie: `md_cliente=${browser.cookie}` }
  const sent = get(`${url}${MARKET_BASE}/stream?mercado=71`, { headers, agent: false }, (answer) => {
    answer.setEncoding('utf8')
    answer.on('data', (chunk: string) => {
      stream.text += chunk
    })
    answer.on('end', () => {
      stream.ended = true
    })
  })
  sent.on('error', () => undefined)
  onTestFinished(() => void sent.destroy())
  return stream
}

async function startedStream(browser: TestBrowser) {
  const stream = openStream(browser)
  await expect.poll(() => stream.text).toContain('event: snapshot')
  return stream
}

const delayOf = (stream: { readonly text: string }) =>
  JSON.parse(/data: (\{"mercado.*\})/.exec(stream.text)?.[1] ?? '{}').delay

const lastEvent = (stream: { readonly text: string }) => stream.text.trim().split('\n\n').at(-1)

test('a client sees the market live, a visitor 15 minutes late, whatever it asks for', async () => {
  const now = Date.UTC(2026, 10, 20, 15, 40)
  const [live, late] = [await lastTime(await loggedIn()), await lastTime(browserOf())]
  expect(live).toBeGreaterThan(now - 5 * MINUTE_MS)
  expect(late).toBeLessThanOrEqual(now - 15 * MINUTE_MS + MINUTE_MS)
  expect(delayOf(await startedStream(await loggedIn()))).toBe(0)
  expect(delayOf(await startedStream(browserOf()))).toBe(15)
})

test.each([
  ['demoterminos', 'Acepte los términos y condiciones para continuar.'],
  ['demovencida', 'Su contraseña ha expirado. Cámbiela para continuar.'],
])('the restricted session of %s reads what a visitor may, and is refused a client’s view', async (usr, message) => {
  const browser = await loggedIn(usr)
  for (const delay of [0, '0', 14]) expect(statusAndBody(await figures(browser, delay))).toEqual([403, { message }])
  for (const path of ['graficoPrecios', 'graficoPromedios', 'graficoBollinger', 'graficoVelas']) {
    expect((await chart(browser, path)).status).toBe(403)
  }
  expect((await intraday(browser, 'graficoMonedaRT', 15)).status).toBe(403)
  expect((await intraday(browser, 'graficoMoneda', 0)).status).toBe(403)

  for (const delay of [15, '15', 30]) expect((await figures(browser, delay)).status).toBe(200)
  expect((await intraday(browser, 'graficoMoneda', 15)).status).toBe(200)
  expect((await browser.get(`${MARKET_BASE}/cma/monedas/`)).status).toBe(200)
  expect((await browser.get('/api/news/rss/')).status).toBe(200)
  expect(delayOf(await startedStream(browser))).toBe(15)
  expect((await browser.session()).status).toBe(200)
  expect((await browser.logOut()).status).toBe(200)
})

test('a session that was taken over hears why at its next call of the market, and then reads as a visitor', async () => {
  const [office, home] = [await loggedIn(), browserOf()]
  const stream = await startedStream(office)
  await home.takeOver('demo')
  await expect.poll(() => stream.ended).toBe(true)
  expect(lastEvent(stream)).toBe('event: closed\ndata: {"message":"Su sesión se abrió en otro equipo."}')
  expect(delayOf(await startedStream(office))).toBe(15)
  expect(statusAndBody(await figures(office, 0))).toEqual([
    401,
    { message: 'Su sesión se abrió en otro equipo.', reason: 'takeover' },
  ])
  expect((await figures(office, 0)).status).toBe(200)
  expect(await lastTime(office)).toBe(await lastTime(browserOf()))
  expect((await figures(home, 0)).status).toBe(200)
})

test('a refusal of the old cookie that comes in after a new login’s answer takes nothing away', async () => {
  const [office, home] = [await loggedIn(), browserOf()]
  await home.takeOver('demo')
  const late = await office.sendOnly('GET', `${MARKET_BASE}/cma/monedas/`, {})
  expect(late.status).toBe(401)
  await office.takeOver('demo')
  office.storeCookies(late)
  expect((await office.session()).status).toBe(200)
  expect(await lastTime(office)).toBeGreaterThan(await lastTime(browserOf()))

  await home.takeOver('demo')
  expect((await figures(office, 0)).status).toBe(401)
  expect((await figures(office, 0)).status).toBe(200)
})

test('that a session’s end was told is noted for that session alone, and its cookie tells nothing', async () => {
  const [office, home] = [await loggedIn(), browserOf()]
  await home.takeOver('demo')
  const [line = ''] = (await figures(office, 0)).headers['set-cookie'] ?? []
  expect(line).toMatch(/^md_terminada=[0-9a-f]{16}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)
  const note = /=(\w+);/.exec(line)?.[1] ?? ''
  const rows = await server.database.db.selectFrom('identity_sessions').select('id').execute()
  expect(JSON.stringify(rows)).not.toContain(note)
  const other = await loggedIn('demodos')
  const headers = { cookie: `md_cliente=${other.cookie}; md_terminada=${note}` }
  expect((await other.sendOnly('GET', `${MARKET_BASE}/users/session`, headers)).status).toBe(200)
  expect((await office.logOut()).headers['set-cookie']).toEqual([
    expect.stringMatching(/^md_cliente=;/),
    expect.stringMatching(/^md_terminada=;/),
  ])
})

test('logging out ends the live stream, and whoever kept the cookie reads as a visitor', async () => {
  const [browser, kept] = [await loggedIn(), browserOf()]
  kept.copySession(browser)
  const stream = await startedStream(browser)
  const other = await startedStream(await loggedIn('demodos'))
  await browser.logOut()
  await expect.poll(() => stream.ended).toBe(true)
  expect(lastEvent(stream)).toBe('event: closed\ndata: {"message":"Inicie sesión para continuar."}')
  expect(other.ended).toBe(false)
  expect(await lastTime(kept)).toBe(await lastTime(browserOf()))
})

test('a live stream ends when its session runs out, and not before', async () => {
  server.market.closeStreams(() => true, 'Otra prueba.')
  const browser = await loggedIn()
  const stream = await startedStream(browser)
  time.pass(12 * HOUR_MS)
  await identity.endStreams()
  expect(server.market.liveCallers()).toHaveLength(1)
  time.pass(1)
  await identity.endStreams()
  expect(server.market.liveCallers()).toEqual([])
  await expect.poll(() => stream.ended).toBe(true)
  expect(lastEvent(stream)).toBe('event: closed\ndata: {"message":"Su sesión venció. Inicie sesión de nuevo."}')
  expect(statusAndBody(await figures(browser, 0))).toEqual([
    401,
    { message: 'Su sesión venció. Inicie sesión de nuevo.', reason: 'expired' },
  ])
  time.pass(-12 * HOUR_MS - 1)
})

test('a live stream ends when another server ends its session', async () => {
  const stream = await startedStream(await loggedIn())
  await server.database.db
    .updateTable('identity_sessions')
    .set({ open_for: null, ended_at: 1, end_reason: 'takeover' })
    .where('open_for', '=', 'cli-demo')
    .execute()
  expect(stream.ended).toBe(false)
  await identity.endStreams()
  await expect.poll(() => stream.ended).toBe(true)
  expect(lastEvent(stream)).toContain('Su sesión se abrió en otro equipo.')
})

test('a live stream ends when its account is closed, and its calls get 401', async () => {
  const browser = await loggedIn('demodos')
  const stream = await startedStream(browser)
  const close = (disabled: number) =>
    server.database.db.updateTable('identity_clients').set({ disabled }).where('id', '=', 'cli-demodos').execute()
  await close(1)
  await identity.endStreams()
  await expect.poll(() => stream.ended).toBe(true)
  expect(statusAndBody(await figures(browser, 0))).toEqual([
    401,
    { message: 'Cuenta de usuario Inactiva', reason: 'account-closed' },
  ])
  await close(0)
})

test('a live stream ends when its client’s password expires, and says so', async () => {
  const stream = await startedStream(await loggedIn('demodos'))
  const expire = (key_expired: number) =>
    server.database.db.updateTable('identity_clients').set({ key_expired }).where('id', '=', 'cli-demodos').execute()
  await expire(1)
  await identity.endStreams()
  await expect.poll(() => stream.ended).toBe(true)
  expect(lastEvent(stream)).toContain('Su contraseña ha expirado. Cámbiela para continuar.')
  await expire(0)
})

test('a cookie that nobody gave out is a visitor’s', async () => {
  const browser = browserOf()
  browser.copySession({ cookie: 'x'.repeat(43) })
  expect((await figures(browser, 0)).status).toBe(200)
})
