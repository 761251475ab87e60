import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'

import { createApp } from '#server/app.ts'
import { compressFiles, readPortalFiles, removeOfflineWorker } from '#server/http/portal-files.ts'
import { temporaryFolder } from '#tests/support/databases.ts'
import { defaultPortalConfig } from '#tests/support/portal-config.ts'
import {
  APP_SCRIPT,
  CRITICAL_STYLE,
  INDEX_HTML,
  OFFLINE_SCRIPT,
  REMOVAL_WORKER,
  THEME_SCRIPT,
  temporaryPortal,
} from '#tests/support/portal-folder.ts'
import { call } from '#tests/support/raw-http.ts'

const portal = await readPortalFiles(await temporaryPortal())
if (!portal.ok) throw new Error('the portal files cannot be read')
const portalConfig = await defaultPortalConfig()

const parts = {
  config: { demoData: true, trustProxy: false },
  portalConfig,
  portal: await compressFiles(portal.value),
  modules: [],
  clockShift: () => 0,
  logger: pino({ level: 'silent' }),
} as const

async function listen(overrides: Partial<Parameters<typeof createApp>[0]> = {}) {
  const app = await createApp({ ...parts, ...overrides })
  afterAll(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const url = await listen()
const urlWithoutPortal = await listen({ portal: null })
const urlBehindProxy = await listen({ config: { demoData: true, trustProxy: 1 } })
const urlWithOtherServers = await listen({
  portalConfig: {
    ...portalConfig,
    marketApi: 'https://mercado.example/v2/api',
    newsApi: 'https://noticias.example',
  },
})

const ACCEPT_HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const PAGES = [
  '/',
  '/auth/login/',
  '/auth/registro/',
  '/auth/recuperar-contrasena/',
  '/auth/reset-contrasena/?token=a&token2=b',
  '/auth/invitacion/?token=a&token2=b',
  '/auth/change-contrasena/',
  '/dashboard/',
  '/dashboard/spot/',
  '/dashboard/nextday/',
  '/dashboard/estadisticas/',
  '/dashboard/pagos/MD-2026-000318',
  '/dashboard/lo/que/sea',
  '/precios/',
  '/precios/respuesta/?referencia=MD-2026-000318&acceso=ac-1',
  '/estadisticas/',
  '/trm/',
  '/imc/login',
  '/imc/ChangePassword/usr.andina-nuevo',
  '/imc/MisUsuarios',
  '/imc/MisProductos',
  '/imc/MisProductos/Detalles/paq-usd-pro',
  '/imc/MisProductos/Detalles/SubDetalles/0',
  '/imc/MisSolicitudes',
]

/** Returns a page path with and without the trailing slash and in upper case, with its query. */
const toSpellings = (page: string) => {
  const [path = '', query = ''] = page.split('?')
  const bare = path.replace(/\/$/, '')
  return [path, `${bare}/`, bare, bare.toUpperCase()].filter((text) => text !== '').map((text) => `${text}?${query}`)
}

test.each(PAGES)('every spelling of %s serves the app', async (page) => {
  for (const path of toSpellings(page)) {
    const reply = await call(url, path)
    expect([path, reply.status, reply.text]).toEqual([path, 200, INDEX_HTML])
  }
})

test('an unknown page path serves the app to a browser only', async () => {
  for (const path of ['/no-existe', '/no/existe/', '/../../etc/passwd']) {
    expect((await call(url, path, { headers: ACCEPT_HTML })).text).toBe(INDEX_HTML)
    expect((await call(url, path, { headers: { accept: 'application/json' } })).status).toBe(404)
  }
  expect((await call(url, '/no-existe.png', { headers: ACCEPT_HTML })).status).toBe(404)
  expect((await call(url, '/api/no-existe', { headers: ACCEPT_HTML })).status).toBe(404)
})

/** Loads a script and checks the headers that a reply has with or without encoding. */
async function loadAppScript(acceptEncoding: string) {
  const reply = await call(url, '/assets/app-4f2a.js', { headers: { 'accept-encoding': acceptEncoding } })
  expect(reply.headers.vary).toBe('Accept-Encoding')
  expect(reply.headers['content-length']).toBe(String(reply.body.length))
  return reply
}

test.each([
  ['br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['*', 'br', brotliDecompressSync],
  ['BR;Q=0.5', 'br', brotliDecompressSync],
] as const)(
  'the server encodes the reply to Accept-Encoding "%s" with %s',
  async (acceptEncoding, encoding, decode) => {
    const reply = await loadAppScript(acceptEncoding)
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(decode(reply.body).toString()).toBe(APP_SCRIPT)
  },
)

test.each(['identity', 'br;q=0', ''])(
  'the server does not encode the reply to Accept-Encoding "%s"',
  async (acceptEncoding) => {
    const reply = await loadAppScript(acceptEncoding)
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.body.toString()).toBe(APP_SCRIPT)
  },
)

test.each([
  ['/assets/app-4f2a.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/assets/archivo-77aa.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
  ['/favicon.svg', 'image/svg+xml; charset=utf-8', 'public, max-age=3600'],
  ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
  ['/sin-conexion.html', 'text/html; charset=utf-8', 'no-cache'],
  ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'public, max-age=3600'],
  ['/', 'text/html; charset=utf-8', 'no-cache'],
  ['/precios/', 'text/html; charset=utf-8', 'no-cache'],
])('%s has the type %s and the cache control "%s"', async (path, type, cacheControl) => {
  const { headers } = await call(url, path)
  expect([headers['content-type'], headers['cache-control']]).toEqual([type, cacheControl])
})

test('a page request with the ETag of its encoding returns 304', async () => {
  const acceptBrotli = { 'accept-encoding': 'br' }
  const first = await call(url, '/', { headers: acceptBrotli })
  const revalidate = (etag: string) => call(url, '/', { headers: { ...acceptBrotli, 'if-none-match': etag } })
  const etag = first.headers.etag ?? ''
  for (const known of [etag, `W/${etag}`, `"otro", ${etag}`, '*']) {
    const reply = await revalidate(known)
    expect([reply.status, reply.text, reply.headers.etag]).toEqual([304, '', etag])
  }
  expect((await revalidate('"otro"')).status).toBe(200)
  expect((await call(url, '/', { headers: { 'if-none-match': etag } })).status).toBe(200)
})

test('HEAD sends the headers of GET without a body', async () => {
  const [head, get] = await Promise.all([call(url, '/', { method: 'HEAD' }), call(url, '/')])
  expect([head.status, head.text]).toEqual([200, ''])
  expect(head.headers['content-length']).toBe(get.headers['content-length'])
  expect(head.headers.etag).toBe(get.headers.etag)
})

test('a range request returns the whole file', async () => {
  const reply = await call(url, '/assets/app-4f2a.js', { headers: { range: 'bytes=0-3' } })
  expect([reply.status, reply.text]).toEqual([200, APP_SCRIPT])
})

const parsePolicy = (header: string | string[] | undefined) =>
  new Map(
    String(header)
      .split(';')
      .map((directive) => directive.trim().split(' '))
      .map(([name = '', ...sources]) => [name, sources.join(' ')] as const),
  )

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('the policy allows only own files and the inline scripts and style of the pages', async () => {
  const policy = parsePolicy((await call(url, '/')).headers['content-security-policy'])
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': "'self'",
    'script-src': `'self' ${sha256(THEME_SCRIPT)} ${sha256(OFFLINE_SCRIPT)}`,
    'script-src-attr': "'none'",
    'style-src': `'self' ${sha256(CRITICAL_STYLE)}`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'connect-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'mercado-dolar-tables mercado-dolar-worker',
  })
})

test.each(['/assets/app-4f2a.js', '/assets/archivo-77aa.woff2', '/favicon.svg', '/sw.js', '/manifest.webmanifest'])(
  '%s has a short content security policy without the hashes of the pages',
  async (path) => {
    const { headers } = await call(url, path)
    expect(Object.fromEntries(parsePolicy(headers['content-security-policy']))).toEqual({
      'default-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    })
    expect(headers).not.toHaveProperty('x-dns-prefetch-control')
  },
)

test('the offline page has the policy of pages', async () => {
  const policy = parsePolicy((await call(url, '/sin-conexion.html')).headers['content-security-policy'])
  expect(policy.get('script-src')).toContain(sha256(OFFLINE_SCRIPT))
})

test('the policy allows the other configured servers', async () => {
  const policy = parsePolicy((await call(urlWithOtherServers, '/')).headers['content-security-policy'])
  expect(policy.get('connect-src')).toBe("'self' https://mercado.example https://noticias.example")
})

test.each(['/', '/assets/app-4f2a.js', '/config.json', '/api/no-existe'])(
  '%s has the security headers',
  async (path) => {
    const { headers } = await call(url, path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('x-powered-by')
  },
)

test('the reply to a TLS request through a trusted proxy has HSTS', async () => {
  const { headers } = await call(urlBehindProxy, '/', { headers: { 'x-forwarded-proto': 'https' } })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
})

test('a server without portal serves the configuration and refuses pages', async () => {
  expect((await call(urlWithoutPortal, '/config.json')).status).toBe(200)
  expect((await call(urlWithoutPortal, '/', { headers: ACCEPT_HTML })).status).toBe(404)
})

test('readPortalFiles fails with the path of a folder without a built portal', async () => {
  const folder = await temporaryFolder()
  expect(await readPortalFiles(folder)).toEqual({ ok: false, error: { kind: 'portal-missing', folder } })
  const missing = `${folder}/missing`
  expect(await readPortalFiles(missing)).toEqual({ ok: false, error: { kind: 'portal-missing', folder: missing } })
})

test('removeOfflineWorker serves the removal worker at the path of the offline worker', async () => {
  const urlWithoutWorker = await listen({ portal: removeOfflineWorker(parts.portal) })
  const { text, headers } = await call(urlWithoutWorker, '/sw.js')
  expect([text, headers['cache-control']]).toEqual([REMOVAL_WORKER, 'no-cache'])
  expect((await call(url, '/sw.js')).text).not.toBe(REMOVAL_WORKER)
})

test('removeOfflineWorker serves no worker when the portal has no removal worker', async () => {
  const byPath = new Map([...parts.portal.byPath].filter(([path]) => path !== '/sw-off.js'))
  const urlWithoutWorker = await listen({ portal: removeOfflineWorker({ ...parts.portal, byPath }) })
  expect((await call(urlWithoutWorker, '/sw.js')).status).toBe(404)
})
