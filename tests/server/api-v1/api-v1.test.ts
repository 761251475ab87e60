import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { testTime } from '#tests/support/market.ts'
import { historyEnv, openStoppedMarket, USUAL_CLOCK } from '#tests/support/market-history.ts'
import { startTestServer } from '#tests/support/server.ts'

const time = testTime(Date.parse(USUAL_CLOCK))
const { url } = await startTestServer(
  { ...(await historyEnv(USUAL_CLOCK)), API_PER_MINUTE: '1000' },
  {
    openMarket: openStoppedMarket,
    now: time.now,
  },
)
const BASE = `${url}/api/v1`
const call = (path: string, headers: Record<string, string> = {}) => fetch(BASE + path, { headers })
const readJson = async (path: string) => (await call(path)).json()

/** The addresses of the stored replies, by the name of their file. */
const STORED = {
  'trm-vigente': '/trm/vigente',
  'trm-fecha': '/trm/2026-11-15',
  'trm-rango': '/trm?from=2026-11-10&to=2026-11-20',
  'dia-cerrado': '/dias/2026-11-19',
  'dia-abierto': '/dias/2026-11-20',
  'dia-nextday': '/dias/2026-11-11?mercado=nextday',
  'dias-rango': '/dias?from=2026-11-10&to=2026-11-20',
  'convertir-trm': '/convertir?monto=1000.5&fecha=2026-11-15',
  'convertir-cierre': '/convertir?monto=1000000&de=COP&tasa=cierre&fecha=2026-11-16',
  'convertir-promedio': '/convertir?monto=1000&tasa=promedio',
  'convertir-propia': '/convertir?monto=1000&tasa=propia&valor=4102.3541',
} as const

const readStored = async (name: string) => readFile(new URL(`../../fixtures/api-v1/${name}`, import.meta.url), 'utf8')

// The replies of v1 stay as they are: a field is never changed, renamed or removed. Only add fields.
test.each(Object.entries(STORED))('the reply %s has all fields and values of the stored one', async (name, path) => {
  expect(await readJson(path)).toMatchObject(JSON.parse(await readStored(`${name}.json`)))
})

test.each([
  ['trm-rango.csv', '/trm?from=2026-11-10&to=2026-11-20&formato=csv'],
  ['trm-rango-es.csv', '/trm?from=2026-11-10&to=2026-11-20&formato=csv-es'],
  ['convertir.csv', '/convertir?monto=1000.5&fecha=2026-11-15&formato=csv'],
])('the table %s starts with the stored columns and has the stored rows', async (name, path) => {
  const response = await call(path)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(await response.text()).toBe(await readStored(name))
})

test('a caller that accepts only CSV gets CSV, and caches tell both apart', async () => {
  const csv = await call('/trm/2026-11-20', { accept: 'text/csv' })
  expect(csv.headers.get('content-type')).toMatch(/^text\/csv/)
  expect(csv.headers.get('vary')).toBe('Accept, Accept-Encoding')
  const json = await call('/trm/2026-11-20', { accept: 'text/csv, application/json' })
  expect(json.headers.get('content-type')).toMatch(/^application\/json/)
})

test('a closed day is stored for a day and revalidated without a body; its revision for ever', async () => {
  const response = await call('/trm/2026-11-18')
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400, stale-if-error=604800')
  const again = await call('/trm/2026-11-18', { 'if-none-match': response.headers.get('etag') ?? '' })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const { revision } = await response.json()
  const fixed = await call(`/trm/2026-11-18?revision=${revision}`)
  expect(fixed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const other = await call('/trm/2026-11-18?revision=AAAAAAAAAAAA')
  expect([other.status, (await other.json()).message]).toEqual([404, expect.stringContaining('corregido')])
  expect(other.headers.get('cache-control')).toBe('no-store')
})

test.each(['/trm/vigente', '/trm/2026-11-20', '/dias/2026-11-20', '/dias?from=2026-11-19&to=2026-11-20'])(
  'the open %s is stored for seconds',
  async (path) => {
    expect((await call(path)).headers.get('cache-control')).toBe('public, max-age=15, s-maxage=15')
  },
)

test('an open day has no revision that is stored for ever', async () => {
  const { revision } = await readJson('/dias/2026-11-20')
  const response = await call(`/dias/2026-11-20?revision=${revision}`)
  expect(response.headers.get('cache-control')).toBe('public, max-age=15, s-maxage=15')
})

test.each([
  ['/trm/2026-11-25', 404, 'aún no tiene TRM'],
  ['/trm/1990-01-01', 404, 'la historia empieza'],
  ['/trm/ayer', 400, 'La fecha no es válida'],
  ['/trm?from=2016-01-01&to=2026-11-20', 400, 'diez años'],
  ['/trm?from=2026-11-20&to=2026-11-19', 400, 'from'],
  ['/trm?from=2026-11-20', 400, 'to'],
  ['/dias/2026-11-16', 404, 'El último día de mercado anterior es el 2026-11-13'],
  ['/dias/2026-11-22', 404, 'hoy es 2026-11-20'],
  ['/dias/1990-01-02', 404, 'la historia empieza'],
  // A holiday and a weekend before the history: no day of the market before them is known.
  ['/dias/1990-01-01', 404, 'la historia empieza'],
  ['/dias/1990-01-06?mercado=nextday', 404, 'la historia empieza'],
  ['/dias?from=2025-11-19&to=2026-11-20', 400, '366 días'],
  ['/convertir', 400, 'monto'],
  ['/convertir?monto=1.234,5', 400, 'un punto antes de los decimales'],
  ['/convertir?monto=0', 400, 'mínimo'],
  ['/convertir?monto=1.005', 400, 'dos decimales'],
  ['/convertir?monto=10000000000000', 400, 'máximo'],
  ['/convertir?monto=9999999999999.99', 400, 'resultado'],
  ['/convertir?monto=1&tasa=propia', 400, 'valor'],
  ['/convertir?monto=1&tasa=propia&valor=4102.12345', 400, 'cuatro decimales'],
  ['/convertir?monto=1&tasa=cierre&fecha=2026-11-21', 404, 'aún no llega'],
  ['/convertir?monto=1&fecha=2026-12-24', 404, 'aún no tiene TRM'],
  ['/otra', 404, 'no existe'],
])('%s is refused with %i and a sentence', async (path, status, sentence) => {
  const response = await call(path)
  expect([response.status, (await response.json()).message]).toEqual([status, expect.stringContaining(sentence)])
})

test('pages of all sites may read replies and refusals', async () => {
  for (const path of ['/trm/vigente', '/trm/ayer', '/dias/2026-11-16']) {
    const { headers } = await call(path, { origin: 'https://otro.example', cookie: 'md_cliente=otra' })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining')
    expect(headers.get('set-cookie')).toBeNull()
  }
})

test('an address beyond its limit is refused with the time to the next call', async () => {
  const own = testTime(Date.parse(USUAL_CLOCK))
  const env = { ...(await historyEnv(USUAL_CLOCK)), API_PER_MINUTE: '2' }
  const limited = await startTestServer(env, { openMarket: openStoppedMarket, now: own.now })
  const ask = () => fetch(`${limited.url}/api/v1/trm/2026-11-18`)
  const readLimit = async () => {
    const { status, headers } = await ask()
    const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after']
    return [status, ...names.map((name) => headers.get(name))]
  }
  expect(await readLimit()).toEqual([200, '2', '1', '30', null])
  expect(await readLimit()).toEqual([200, '2', '0', '60', null])
  const refused = await ask()
  expect([refused.status, (await refused.json()).message]).toEqual([429, expect.stringContaining('30 segundos')])
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(await readLimit()).toEqual([429, '2', '0', '30', '30'])
  own.pass(30 * SECOND_MS)
  expect((await ask()).status).toBe(200)
})

test('a page of another site may send a key and an ETag', async () => {
  const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' }
  const headers = { origin: 'https://otro.example', ...asked }
  const reply = await fetch(`${BASE}/trm/2026-11-20`, { method: 'OPTIONS', headers })
  expect([reply.status, await reply.text()]).toEqual([204, ''])
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': 'Authorization, If-None-Match',
  })
  expect((await fetch(`${BASE}/nada`)).status).toBe(404)
})
