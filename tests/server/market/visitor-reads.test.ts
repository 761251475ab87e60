import type { OutgoingHttpHeaders } from 'node:http'
import fc from 'fast-check'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'

import { dropVisitorCredentials, requireDeclaredAccess } from '#server/http/access.ts'
import { VISITOR_BASE } from '#server/http/paths.ts'
import { toVisitorUrl } from '#src/adapters/http/contract/paths.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { createBrowser, json } from '#tests/support/identity.ts'
import { historyEnv, openStoppedMarket, USUAL_CLOCK } from '#tests/support/market-history.ts'
import { hasNginx, startNginx } from '#tests/support/nginx.ts'
import { call, post, type RawReply } from '#tests/support/raw-http.ts'
import { startTestServer } from '#tests/support/server.ts'
import { listVisitorUrls, VISITOR_URLS } from '#tests/support/visitor-reads.ts'

/** The stopped real clock: quotes change every second. */
const NOW = Date.now()

const server = await startTestServer(
  { ...(await historyEnv(USUAL_CLOCK)), DEMO_DATA: 'on', TRUST_PROXY: '127.0.0.1' },
  { openMarket: openStoppedMarket, now: () => NOW },
)
const { url, app } = server
const urls = listVisitorUrls(app)
const client = createBrowser(url)
expect(json(await client.logIn('demo')).status).toBe('success')
const CLIENT: OutgoingHttpHeaders = { cookie: client.cookies(), authorization: 'Bearer tok-1' }

const read = (path: string, headers: OutgoingHttpHeaders = {}, at = url) => call(at, path, { headers })

/** What a visitor may see of a reply: everything but the times of its transport. */
const toSeen = ({ status, text, headers }: RawReply) => ({
  status,
  text,
  delay: headers['x-market-delay'],
  etag: headers.etag,
  cookies: headers['set-cookie'],
})

const CLOSE = `${VISITOR_BASE}/estadisticas/estadisticasPromedioCierre`
const DAY = { fecha: '2026-11-20', mercado: 71 }

test('there is a query for each read, and only for those', () => {
  expect(urls.toSorted()).toEqual([...VISITOR_URLS.values()].toSorted())
})

test.each(urls)('%s is the same for a client, cacheable and without a cookie', async (path) => {
  const visitor = await read(path)
  expect(visitor.status).toBe(200)
  expect(visitor.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=[1-5], stale-while-revalidate=\d+, /)
  expect(visitor.headers.vary).toBe('Accept-Encoding')
  expect(visitor.headers['x-market-time']).toMatch(/^\d{13}$/)
  expect(visitor.headers['set-cookie']).toBeUndefined()
  expect(['15', undefined]).toContain(visitor.headers['x-market-delay'])
  expect(toSeen(await read(path, CLIENT))).toEqual(toSeen(visitor))
  const unchanged = await read(path, { 'if-none-match': visitor.headers.etag })
  expect([unchanged.status, unchanged.text]).toEqual([304, ''])
})

/** The documented call of a read, by its path without the base. */
function callDocumented(path: string): Promise<RawReply> {
  const { pathname, searchParams } = new URL(path, url)
  const call = pathname.slice(VISITOR_BASE.length)
  const query = Object.fromEntries(searchParams)
  if (call === '/news/rss') return read('/api/news/rss/')
  if (call === '/users/feriados') return read(`/api/market${call}/${query['fecha']}`)
  if (call.startsWith('/graficos/'))
    return post(url, `/api/market${call}`, { fecha: query['fecha'], market: query['mercado'], delay: 15 })
  if (call === '/estadisticas/estadisticasMercado') return post(url, `/api/market${call}`, query)
  if (call.startsWith('/estadisticas/')) return post(url, `/api/market${call}`, { ...query, delay: 15 })
  return read(`/api/market${call}?${searchParams}`)
}

test.each(urls)('%s has the body that the documented call has for a visitor', async (path) => {
  const documented = await callDocumented(path)
  expect(documented.status).toBe(200)
  expect((await read(path)).text).toBe(documented.text)
})

test('a client sees another close with the documented call, and that of a visitor here', async () => {
  const body = { ...DAY, delay: 0 }
  const path = '/api/market/estadisticas/estadisticasPromedioCierre/'
  const live = await post(url, path, body, { cookie: client.cookies() })
  const delayed = await post(url, path, body)
  expect(live.text).not.toBe(delayed.text)
  expect((await read(toVisitorUrl(CLOSE, DAY), CLIENT)).text).toBe(delayed.text)
})

test.each(['visitor', 'public'] as const)(
  'a hook of identities sees credentials of %s reads only if they count',
  async (access) => {
    const probe = fastify()
    requireDeclaredAccess(probe, {})
    dropVisitorCredentials(probe)
    const seen: unknown[] = []
    probe.addHook('onRequest', async ({ headers }) => void seen.push(headers.cookie, headers.authorization))
    probe.get('/', { config: { access } }, async () => '')
    await probe.inject({ url: '/', headers: { cookie: 'md_cliente=1', authorization: 'Bearer 1' } })
    expect(seen).toEqual(access === 'visitor' ? [undefined, undefined] : ['md_cliente=1', 'Bearer 1'])
  },
)

describe('each query has one spelling', () => {
  const good = toVisitorUrl(CLOSE, DAY)
  test.each([
    ['an unknown field', `${good}&x=1`],
    ['another order', `${CLOSE}?mercado=71&fecha=2026-11-20`],
    ['a repeated field', `${good}&mercado=71`],
    ['a short date', `${CLOSE}?fecha=2026-11-9&mercado=71`],
    ['another spelling of a market', `${CLOSE}?fecha=2026-11-20&mercado=071`],
    ['an encoded character', `${CLOSE}?fecha=2026-11-2%30&mercado=71`],
    ['an encoded path', good.replace('publico', '%70ublico')],
    ['a final slash', good.replace('?', '/?')],
    ['an empty field', `${good}&`],
    ['a delay', `${good}&delay=0`],
    ['a field of a read without fields', `${VISITOR_BASE}/trm/vigente?delay=0`],
    ['an empty query', `${VISITOR_BASE}/trm/vigente?`],
    ['a missing field', `${CLOSE}?fecha=2026-11-20`],
    ['a reversed range', `${VISITOR_BASE}/trm/historia?desde=2026-11-20&hasta=2026-11-01`],
    ['a far day', `${CLOSE}?fecha=2199-11-20&mercado=71`],
  ])('%s is refused, and no cache stores the refusal', async (_, path) => {
    const reply = await read(path)
    expect(reply.status).toBe(400)
    expect(json(reply).message).not.toBe('')
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  test('a refusal says how the query is written', async () => {
    expect(json(await read(`${good}&utm_source=x`)).message).toBe(`La consulta se escribe así: ${good}`)
  })

  test('a day before the history has no data, and no cache stores that', async () => {
    const reply = await read(toVisitorUrl(CLOSE, { ...DAY, fecha: '1990-01-02' }))
    expect([reply.status, reply.headers['cache-control']]).toEqual([404, 'no-store'])
  })
})

const nginx = hasNginx ? await startNginx(url) : null
if (nginx !== null) afterFile(nginx.stop)

describe.runIf(nginx !== null)('through the nginx of the manual', () => {
  const ENCODINGS = ['', 'gzip', 'br', 'gzip, deflate, br, zstd', 'identity', 'br;q=0']
  const callers = { client: CLIENT, visitor: {} }

  test.each(urls)('%s gives nobody the reply of a client', async (path) => {
    const expected = toSeen(await read(path))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('client', 'visitor'), { minLength: 2, maxLength: 4 }),
        fc.constantFrom(...ENCODINGS),
        async (order, encoding) => {
          for (const name of order) {
            const headers = { ...callers[name], 'accept-encoding': encoding, host: 'portal.example' }
            const { status, delay, cookies } = toSeen(await read(path, headers, nginx?.url))
            expect({ status, delay, cookies }).toEqual({ status: 200, delay: expected.delay, cookies: undefined })
          }
        },
      ),
      { numRuns: 10 },
    )
    expect(toSeen(await read(path, {}, nginx?.url))).toEqual(expected)
    expect(toSeen(await read(path, CLIENT, nginx?.url))).toEqual(expected)
  })
})
