// @vitest-environment happy-dom
import { Container, ContainerModule } from 'inversify'
import { expect, expectTypeOf, test } from 'vitest'

import { createSessionStorage } from '#src/adapters/browser/session-storage.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import type { Ports } from '#src/application/portal.ts'
import { browser } from '#src/composition/browser.ts'
import { http } from '#src/composition/http.ts'
import { identity } from '#src/composition/identity.ts'
import { open } from '#src/composition/open.ts'
import { AREA_PORTS, PORTS } from '#src/composition/ports.ts'
import type { Token, Tokens } from '#src/composition/provide.ts'
import { loadStartData, openBrowser } from '#src/composition/start.ts'
import type { SessionRefusal } from '#src/domain/identity/session.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { SESSION } from '#tests/contract/session-store.ts'
import { NO_LINKS } from '#tests/support/no-links.ts'
import { REGISTRATION_RECORD } from '#tests/support/registration.ts'
import { createTestTabs } from '#tests/support/tabs.ts'
import { VISITOR_URLS } from '#tests/support/visitor-reads.ts'

const CONFIGURATION: Configuration = {
  marketApi: '/api/market',
  publicApi: null,
  newsApi: '/api',
  imcApi: '/api/imc',
  passwordService: '/api/password',
  registrationWebhook: '/api/registro',
  applicationToken: { hosts: ['/api/application-token'], requiresCopy: true },
  humanCheck: { provider: 'altcha', challengeUrl: '/api/human-check/challenge' },
  checkout: null,
  auth: null,
  clockShiftMs: -75_600_000,
  portal: {
    simulated: [],
    links: NO_LINKS,
    tickers: ['ISA'],
    countries: null,
    hasServer: true,
    terms: null,
  },
}

// An assignment would call the setters of the global `window` and change other test files.
const createWindow = (fetch: typeof globalThis.fetch): Window & typeof globalThis =>
  Object.create(window, {
    document: { value: document },
    navigator: { value: navigator },
    location: { value: location },
    console: { value: console },
    DOMParser: { value: DOMParser },
    crypto: { value: crypto },
    fetch: { value: fetch },
  })

/** Opens the portal of a page whose calls `fetch` answers. */
const openPortal = (window: Window & typeof globalThis, configuration = CONFIGURATION) =>
  openBrowser(window, { configuration, first: null })

/** Binds the ports of a page; the returned function reads a port. */
function bindPorts(window: Window & typeof globalThis, configuration = CONFIGURATION) {
  const container = new Container({ defaultScope: 'Singleton' })
  container.load(browser(window), http(configuration), identity(window, configuration))
  return <T>(port: Token<T>): T => container.get<T>(port)
}

test('the modules of a browser and of HTTP provide every port', async () => {
  const portal = openPortal(createWindow(fetch))
  expect((await portal.loadImc()).createLogin).toBeTypeOf('function')
  expect((await portal.loadPayment()).createOrders).toBeTypeOf('function')
  expect(portal.theme.getSnapshot()).toEqual({ theme: 'system' })
  expect(portal.page.getSnapshot().online).toBe(true)
})

test('the market clock starts with the configured shift and uses the time of the responses', async () => {
  const marketNow = toInstant('2026-11-20', '12:43:15')
  const respond = async () =>
    Response.json({ data: { close: 4102.35, avg: 4101.62 } }, { headers: { 'X-Market-Time': String(marketNow) } })
  const read = bindPorts(createWindow(respond))
  const marketClock = read(PORTS.marketClock)
  expect(Math.abs(marketClock.now() - (read(PORTS.clock).now() - 75_600_000))).toBeLessThan(1000)
  const close = await read(PORTS.market).closeAndAverage({ market: 'spot', date: '2026-11-20', delay: 15 })
  expect(close).toMatchObject({ ok: true, value: { value: { close: 4102.35 } } })
  expect(Math.abs(marketClock.now() - marketNow)).toBeLessThan(1000)
})

test('the ports of news, quotes and market send requests to their configured base URLs', async () => {
  const requestedUrls: string[] = []
  const fetch = async (input: RequestInfo | URL) => {
    requestedUrls.push(String(input))
    return new Response('true')
  }
  const read = bindPorts(createWindow(fetch))
  await read(PORTS.news).latest()
  await read(PORTS.quotes).stocks()
  await read(PORTS.holidays).isUsHoliday('2026-11-11')
  expect(requestedUrls).toEqual([
    '/api/news/rss/',
    '/api/market/bvc/acciones/',
    '/api/market/users/feriados/2026-11-11',
  ])
})

/** Creates a fetch that responds to every call with this body and records the URLs. */
function createFetch(body: unknown) {
  const requestedUrls: string[] = []
  const fetch = async (input: RequestInfo | URL) => {
    requestedUrls.push(String(input))
    return Response.json(body)
  }
  return { requestedUrls, fetch }
}

const DAY = { date: '2026-11-20', market: 'spot', delay: 15 } as const

/** Calls every port of the market that a visitor's page reads. */
async function readMarket(read: ReturnType<typeof bindPorts>) {
  const [market, quotes] = [read(PORTS.market), read(PORTS.quotes)]
  for (const load of [market.closeAndAverage, market.prices, market.amounts, market.intraday]) await load(DAY)
  await market.statistics(1)
  await market.trmNow(15)
  await market.trmHistory({ from: '2026-11-01', until: '2026-11-20' })
  await market.days({ from: '2026-11-01', until: '2026-11-20' })
  for (const load of Object.values(quotes)) await load()
  await read(PORTS.news).latest()
  await read(PORTS.holidays).isUsHoliday('2026-11-20')
}

test('a visitor reads what caches store, each in the one spelling that a server accepts', async () => {
  const { requestedUrls, fetch } = createFetch({})
  await readMarket(bindPorts(createWindow(fetch), { ...CONFIGURATION, publicApi: '/api/publico' }))
  expect(requestedUrls.toSorted()).toEqual([...VISITOR_URLS.values()].toSorted())
})

test('a visitor with a longer delay uses the documented call', async () => {
  const { requestedUrls, fetch } = createFetch({})
  const { prices } = bindPorts(createWindow(fetch), { ...CONFIGURATION, publicApi: '/api/publico' })(PORTS.market)
  await prices({ ...DAY, delay: 16 })
  expect(requestedUrls).toEqual(['/api/market/estadisticas/estadisticasPrecioMercado/'])
})

test.each([
  ['a client', '/api/publico', true],
  ['a visitor of a server without such reads', null, false],
])('%s uses the documented calls', async (_, publicApi, hasSession) => {
  const { requestedUrls, fetch } = createFetch({})
  const tabs = createTestTabs()
  const tabWindow = Object.assign(createWindow(fetch), { localStorage: tabs.open().localStorage })
  if (hasSession) createSessionStorage({ window: tabWindow }).write({ ...SESSION, startedAt: Date.now() })
  await readMarket(bindPorts(tabWindow, { ...CONFIGURATION, publicApi }))
  expect(requestedUrls).toHaveLength(VISITOR_URLS.size)
  expect(requestedUrls.filter((url) => url.includes('publico'))).toEqual([])
})

test('open throws an error with the name of a missing port', () => {
  expect(() => open({ modules: [browser(window)] })).toThrow('Symbol(market)')
  expect(() => open({ modules: [new ContainerModule(() => {})] })).toThrow('Symbol(market)')
})

test('the identity ports send each request to its configured URL', async () => {
  const { requestedUrls, fetch } = createFetch({ status: 'INVALID' })
  const read = bindPorts(createWindow(fetch))
  const humanCheck = read(AREA_PORTS.identity.humanCheck)
  const proof = { text: 'cHJ1ZWJh', expiresAt: Number.MAX_SAFE_INTEGER }
  await read(PORTS.auth).signIn({ username: 'demo', password: 'x', proof, takeover: false })
  await read(AREA_PORTS.identity.passwords).verifyTokens({ token: 'a', token2: 'b' })
  await read(AREA_PORTS.identity.registrations).register(REGISTRATION_RECORD, proof)
  if (humanCheck.kind === 'proof-of-work') await humanCheck.solve()
  expect(requestedUrls).toEqual([
    '/api/market/users/login',
    '/api/password/verifyTokens.php',
    '/api/registro',
    '/api/human-check/challenge',
  ])
})

test('the human check uses the configured provider', async () => {
  const humanCheck = { provider: 'turnstile', siteKey: 'k-1' } as const
  const portal = openPortal(createWindow(fetch), { ...CONFIGURATION, humanCheck })
  const { createLoginView } = await portal.loadIdentity()
  expect(createLoginView().humanCheck.port.kind).toBe('widget')
})

test('only a 401 of the market API ends the session, and only this API gets the session token', async () => {
  const calls: (readonly [authorization: string | null, url: string])[] = []
  const respondWith401 = async (input: RequestInfo | URL, init?: RequestInit) => {
    calls.push([new Headers(init?.headers).get('authorization'), String(input)])
    return Response.json({ message: 'Su sesión se abrió en otro equipo.' }, { status: 401 })
  }
  const tabs = createTestTabs()
  const tabWindow = Object.assign(createWindow(respondWith401), { localStorage: tabs.open().localStorage })
  createSessionStorage({ window: tabWindow }).write({ ...SESSION, startedAt: Date.now() })
  const read = bindPorts(tabWindow, { ...CONFIGURATION, auth: 'bearer' })
  const refusals: SessionRefusal[] = []
  read(PORTS.sessionRefusals).subscribe((refusal) => refusals.push(refusal))
  await read(PORTS.news).latest()
  expect(refusals).toEqual([])
  await read(PORTS.quotes).stocks()
  expect(refusals).toEqual([{ reason: 'unknown', message: 'Su sesión se abrió en otro equipo.' }])
  expect(calls).toEqual([
    [null, '/api/news/rss/'],
    ['Bearer tok-6b1f9c2e', '/api/market/bvc/acciones/'],
  ])
})

test('a missing dependency or a dependency of another type does not compile', () => {
  type ClockToken = Tokens<Pick<Ports, 'clock'>>
  expectTypeOf<Token<number>>().not.toExtend<Token<Ports['clock']>>()
  expectTypeOf<Token<Ports['log']>>().not.toExtend<Token<Ports['clock']>>()
  expectTypeOf<{ readonly clock: Token<number> }>().not.toExtend<ClockToken>()
  expectTypeOf<Record<never, never>>().not.toExtend<ClockToken>()
  expectTypeOf(PORTS).toExtend<ClockToken>()
})

test.each([
  [
    'the reply is HTML',
    async () => new Response('<html></html>'),
    ['La configuración no está en un formato que se pueda leer.'],
  ],
  [
    'the reply is a 503 with a message',
    async () => Response.json({ message: 'En mantenimiento.' }, { status: 503 }),
    ['En mantenimiento.'],
  ],
  [
    'the reply is a 404',
    async () => new Response('', { status: 404 }),
    ['El servidor del portal respondió con el error 404.'],
  ],
  [
    'the request fails',
    () => Promise.reject(new TypeError('failed')),
    ['No pudimos comunicarnos con el servidor del portal. Revise su conexión.'],
  ],
])('loadStartData returns the reason when %s', async (_, fetch, problems) => {
  expect(await loadStartData(createWindow(fetch))).toEqual({ ok: false, error: problems })
})

test('loadStartData returns the name of each invalid field', async () => {
  const result = await loadStartData(createWindow(async () => Response.json({ marketApi: 7 })))
  expect(result.ok || result.error).toContain('El campo «marketApi» tiene un valor que no es válido.')
  expect(result.ok || result.error).toContain('El campo «clockShiftMs» falta.')
})
