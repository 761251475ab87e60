import { createHash } from 'node:crypto'
import fastify from 'fastify'
import { PNG } from 'pngjs'
import { beforeAll, expect, test } from 'vitest'

import { registerPageRoutes } from '#server/page/page-routes.ts'
import { parsePageData } from '#src/adapters/http/page-data.ts'
import { MINUTE_MS, SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { pageRenderer } from '#src/page/renderer.tsx'
import { afterFile } from '#tests/support/after-file.ts'
import { preparePictureFonts } from '#tests/support/picture-fonts.ts'
import { temporaryPortal } from '#tests/support/portal-folder.ts'
import { call } from '#tests/support/raw-http.ts'
import { type StoppedServer, startStoppedServer } from '#tests/support/stopped-server.ts'

const FRIDAY = '2026-11-20'
const PICTURE = '/compartir/precio.png'

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly fonts?: boolean
}

/** Starts a server with a small portal and a market clock at `date` and `time` in Bogotá. */
const start = async (date: string, time: string, { env = {}, fonts = true }: StartOptions = {}) =>
  startStoppedServer(`${date}T${time}`, {
    env: { PUBLIC_URL: 'https://dolar.example/', ...env },
    portalFolder: await temporaryPortal(),
    pageRenderer,
    ...(fonts && { fontsFolder: await preparePictureFonts() }),
  })

let friday: StoppedServer
beforeAll(async () => {
  friday = await start(FRIDAY, '10:40:30')
})

const loadPicture = async (url: string) => PNG.sync.read((await call(url, PICTURE)).body)

/** Counts the pixels of one colour, given as red, green and blue. */
function countPixels({ data }: PNG, colour: readonly [number, number, number]): number {
  let count = 0
  for (let i = 0; i < data.length; i += 4) {
    if (colour.every((channel, offset) => data[i + offset] === channel)) count += 1
  }
  return count
}

const INK = [0x10, 0x18, 0x1c] as const
const ACCENT = [0x1a, 0x3a, 0xc2] as const
const SURFACE = [0xfb, 0xfb, 0xfa] as const

test('the preview picture is a PNG of 1200 × 630 with text and a price line', async () => {
  const reply = await call(friday.url, PICTURE)
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/png'])
  expect(reply.body.length).toBeLessThan(300_000)
  const picture = PNG.sync.read(reply.body)
  expect([picture.width, picture.height]).toEqual([1200, 630])
  expect(countPixels(picture, INK)).toBeGreaterThan(10_000)
  expect(countPixels(picture, ACCENT)).toBeGreaterThan(3_000)
  expect(countPixels(picture, SURFACE)).toBeGreaterThan(500_000)
})

test('the headers allow caches to store the preview picture for a minute and other sites to show it', async () => {
  const { headers } = await call(friday.url, PICTURE)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=60',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(headers).not.toHaveProperty('set-cookie')
  const unchanged = await call(friday.url, PICTURE, { headers: { 'if-none-match': headers.etag } })
  expect([unchanged.status, unchanged.body.length]).toEqual([304, 0])
})

test('the ETag of the preview picture is the same with a query and for HEAD', async () => {
  const [plain, withQuery, head] = await Promise.all([
    call(friday.url, PICTURE),
    call(friday.url, `${PICTURE}?t=20301231`),
    call(friday.url, PICTURE, { method: 'HEAD' }),
  ])
  expect(withQuery.headers.etag).toBe(plain.headers.etag)
  expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, plain.headers.etag])
})

test('the preview picture changes with the delayed price once per minute', async () => {
  const { url, pass, server } = await start(FRIDAY, '10:20')
  const first = await loadPicture(url)
  const before = server.market.previewPrice()
  await pass(59 * SECOND_MS)
  expect(server.market.previewPrice()?.close).not.toBe(before?.close)
  expect((await loadPicture(url)).data.equals(first.data)).toBe(true)
  await pass(SECOND_MS)
  expect((await loadPicture(url)).data.equals(first.data)).toBe(false)
})

test('the preview price is always at least 15 minutes old', async () => {
  const { pass, server } = await start(FRIDAY, '10:00')
  for (let minute = 0; minute < 20; minute += 1) {
    const { time = Number.NaN } = server.market.previewPrice() ?? {}
    expect(server.market.reader.now() - time).toBeGreaterThanOrEqual(15 * MINUTE_MS)
    await pass(MINUTE_MS)
  }
})

test('the preview price equals the delayed figures of the API', async () => {
  const body = JSON.stringify({ fecha: FRIDAY, mercado: 71, delay: 15 })
  const load = async (name: string) =>
    (
      await call(friday.url, `/api/market/estadisticas/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    ).text
  const { data: close } = JSON.parse(await load('estadisticasPromedioCierre'))
  const { data: prices } = JSON.parse(await load('estadisticasPrecioMercado'))
  const price = friday.server.market.previewPrice()
  expect(price).toMatchObject({ close: close.close, average: close.avg, low: prices.low, high: prices.high })
  expect(price?.dayTrm).toBe(prices.trm)
  expect(price?.time).toBe(Date.parse(close.time))
})

test.each([
  ['before the opening', FRIDAY, '07:30', '2026-11-19'],
  ['before the first visible deal', FRIDAY, '08:10', '2026-11-19'],
  ['on a Saturday', '2026-11-21', '10:00', FRIDAY],
  ['after the close', FRIDAY, '13:30', FRIDAY],
])('the preview price %s is the last visible close', async (_when, today, time, priceDate) => {
  const { server, url } = await start(today, time)
  const price = server.market.previewPrice()
  const figures = server.market.reader.spotFigures(priceDate, toInstant('2026-12-31', '00:00'))
  expect(price).toMatchObject({ date: priceDate, today, close: figures?.last, time: figures?.lastTime })
  const previewDay = await server.market.previewDay()
  expect(previewDay?.line.prices.at(-1)).toBe(price?.close)
  expect(countPixels(await loadPicture(url), ACCENT)).toBeGreaterThan(3_000)
})

test('the preview price of a Saturday contains the TRM in force on that day', async () => {
  const { server } = await start('2026-11-21', '10:00')
  const { trmInForce } = server.market.reader
  expect(server.market.previewPrice()).toMatchObject({ trm: trmInForce('2026-11-21'), dayTrm: trmInForce(FRIDAY) })
})

test('a server without fonts refuses only the preview picture', async () => {
  const { url } = await start(FRIDAY, '10:40', { fonts: false })
  const reply = await call(url, PICTURE)
  expect([reply.status, reply.headers['retry-after']]).toEqual([503, '60'])
  expect(JSON.parse(reply.text)).toEqual({ message: 'La imagen no está disponible. Intente de nuevo en un minuto.' })
  expect((await call(url, '/robots.txt')).status).toBe(200)
})

test.each([
  ['/robots.txt', 'text/plain; charset=utf-8', 'Sitemap: https://dolar.example/sitemap.xml'],
  ['/sitemap.xml', 'application/xml; charset=utf-8', '<loc>https://dolar.example/sitemaps/2026.xml</loc>'],
  ['/sitemaps/paginas.xml', 'application/xml; charset=utf-8', '<loc>https://dolar.example/</loc>'],
  ['/sitemaps/2026.xml', 'application/xml; charset=utf-8', '<loc>https://dolar.example/dia/2026-11-19/</loc>'],
])('%s has the type %s, a cache time of an hour and absolute URLs', async (path, type, content) => {
  const reply = await call(friday.url, path)
  expect([reply.status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
    200,
    type,
    'public, max-age=3600',
  ])
  expect(reply.text).toContain(content)
  expect(reply.headers).not.toHaveProperty('set-cookie')
})

test('the sitemap of a year is made once a minute, and is sent with an ETag (D123)', async () => {
  let now = toInstant(FRIDAY, '10:40')
  let made = 0
  const app = fastify()
  afterFile(() => app.close())
  registerPageRoutes(app, {
    publicUrl: () => 'https://dolar.example',
    previewPrice: () => null,
    pictures: { load: async () => null },
    dayPictures: { load: async () => null },
    reader: {
      now: () => now,
      knownDays: () => ({ first: '2025-01-02', today: FRIDAY }),
      days: ({ from }) => {
        made += 1
        return { days: from > FRIDAY ? [] : [{ date: from, trm: null, spot: null, nextday: null }], first: null }
      },
    },
  })
  const load = (year: number, headers = {}) => app.inject({ url: `/sitemaps/${year}.xml`, headers })
  const first = await load(2026)
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  const repeated = await load(2026, { 'if-none-match': first.headers.etag })
  expect([repeated.statusCode, made]).toEqual([304, 1])
  await load(2025)
  expect((await load(2027)).statusCode).toBe(404)
  now += MINUTE_MS
  await load(2026)
  expect(made).toBe(4)
})

test('robots.txt and the sitemap contain the server’s own URL when PUBLIC_URL is empty', async () => {
  const { url } = await start(FRIDAY, '10:40', { env: { PUBLIC_URL: '' } })
  expect((await call(url, '/robots.txt')).text).toContain(`Sitemap: ${url}/sitemap.xml`)
  expect((await call(url, '/sitemap.xml')).text).toContain(`<loc>${url}/sitemaps/paginas.xml</loc>`)
})

test.each(['/robots.txt', '/sitemap.xml', PICTURE])('%s refuses other methods with 405', async (path) => {
  const reply = await call(friday.url, path, { method: 'POST' })
  expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD'])
})

test('a server without portal has no robots.txt and no preview picture', async () => {
  const { url } = await startStoppedServer(`${FRIDAY}T10:40`)
  expect((await call(url, '/robots.txt')).status).toBe(404)
  expect((await call(url, PICTURE)).status).toBe(404)
})

const readPage = async (url: string, path: string) => {
  const reply = await call(url, path, { headers: { accept: 'text/html' } })
  const [, pageData = ''] = /<script type="application\/json" id="datos">([^<]*)<\/script>/.exec(reply.text) ?? []
  const [, jsonLd = 'null'] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(reply.text) ?? []
  return { ...reply, page: parsePageData(pageData), jsonLd: JSON.parse(jsonLd) }
}

test('the tags and the figures of the rendered home page have the same price and time', async () => {
  const { page, jsonLd, text } = await readPage(friday.url, '/')
  const close = page?.first.parts.close?.value
  expect(close?.close).toBeGreaterThan(1_000)
  expect(jsonLd.currentExchangeRate.price).toBe(close?.close)
  expect(Date.parse(jsonLd.currentExchangeRate.validFrom)).toBe(close?.time)
  expect(text).toContain('<link rel="canonical" href="https://dolar.example/">')
  expect(text.indexOf('rel="canonical"')).toBeLessThan(text.indexOf('</head>'))
})

test('the content security policy contains no hash of a JSON-LD block', async () => {
  const { headers, text } = await readPage(friday.url, '/')
  const policy = String(headers['content-security-policy'])
  const [, jsonLd = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text) ?? []
  expect(policy).not.toContain(createHash('sha256').update(jsonLd).digest('base64'))
  expect(policy).toContain("worker-src 'self'")
})

test.each(['/', '/estadisticas/', '/auth/login/', '/auth/registro/', '/dashboard/spot/'])(
  'caches can store %s for all visitors',
  async (path) => {
    const { headers } = await readPage(friday.url, path)
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers.vary).toBe('Accept-Encoding')
    expect(headers['cache-control']).not.toMatch(/private|no-store/)
  },
)

test('a page that requires a session or a mailed link is not indexed', async () => {
  for (const path of ['/dashboard/spot/', '/auth/change-contrasena/', '/auth/reset-contrasena/?token=a&token2=b']) {
    const { text } = await readPage(friday.url, path)
    expect([path, text.includes('<meta name="robots" content="noindex">'), text.includes('canonical')]).toEqual([
      path,
      true,
      false,
    ])
  }
})

test('a spot day has a picture of its own, and a day without spot deals has none (D123)', async () => {
  const load = (date: string) => call(friday.url, `/compartir/dia/${date}.png`)
  const [one, other] = [await load('2026-11-18'), await load('2026-11-17')]
  expect([one.status, one.headers['content-type'], one.headers['cache-control']]).toEqual([
    ...[200, 'image/png', 'public, max-age=60'],
  ])
  const picture = PNG.sync.read(one.body)
  expect([picture.width, picture.height]).toEqual([1200, 630])
  expect(countPixels(picture, ACCENT)).toBeGreaterThan(3_000)
  expect(other.headers.etag).not.toBe(one.headers.etag)
  const statuses = ['2026-11-15', '2026-11-11', '2026-11-21', '1990-01-04', 'x'].map(
    async (date) => (await load(date)).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404, 404])
})
