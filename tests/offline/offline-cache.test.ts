import { expect, test } from 'vitest'

import {
  CACHE_NAME,
  createOfflineCache,
  findFiles,
  HOME_PATH,
  OFFLINE_PAGE_PATH,
  parseReport,
} from '#src/offline/offline-cache.ts'
import { createMemoryCaches } from '#tests/support/memory-caches.ts'

const BLOCK = '<script type="application/json" id="datos">{"precio":4102.35}</script>'
const page = (script: string, block = BLOCK) =>
  `<!doctype html><html><head><script type="module" src="/assets/${script}"></script></head><body>${block}</body></html>`

const html = (text: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })

/** A cache over a server whose replies the test sets; an unset path is a failed network. */
function setUp(replies: Record<string, () => Response>) {
  const requests: { path: string; init: RequestInit | undefined }[] = []
  const caches = createMemoryCaches()
  const cache = createOfflineCache({
    caches,
    async fetch(request, init) {
      const path = String(request)
      requests.push({ path, init })
      const reply = replies[path]
      if (!reply) throw new TypeError('network error')
      return reply()
    },
  })
  const readText = async (path: string) => (await cache.find(path))?.text() ?? null
  const listPaths = async () =>
    (await (await caches.open(CACHE_NAME)).keys()).map(({ url }) => new URL(url).pathname).sort()
  return { cache, caches, requests, replies, readText, listPaths }
}

const file = (text: string) => () => new Response(text)

test('the home is saved with the files that it names, loaded without cookies', async () => {
  const { cache, requests, readText, listPaths } = setUp({
    '/': () => html(page('a-1.js')),
    '/assets/a-1.js': file('a'),
  })
  expect(await cache.saveHome()).toBe(true)
  expect(await listPaths()).toEqual(['/', '/assets/a-1.js'])
  expect(await readText(HOME_PATH)).toContain('4102.35')
  expect(requests[0]).toMatchObject({ path: '/', init: { credentials: 'omit' } })
})

test.each([
  ['no figures', () => html(page('a-1.js', ''))],
  ['an error', () => html(page('a-1.js'), {}, 500)],
  ['a missing page', () => html(page('a-1.js'), {}, 404)],
  ['another type', () => new Response(page('a-1.js'), { headers: { 'content-type': 'application/json' } })],
  ['a reply for one client', () => html(page('a-1.js'), { 'cache-control': 'private, max-age=60' })],
  ['a reply that must not be stored', () => html(page('a-1.js'), { 'cache-control': 'No-Store' })],
  ['a reply that depends on cookies', () => html(page('a-1.js'), { vary: 'Accept-Encoding, Cookie' })],
  ['a reply that depends on the session', () => html(page('a-1.js'), { vary: 'authorization' })],
  ['a reply that depends on anything', () => html(page('a-1.js'), { vary: '*' })],
  ['a home with a missing file', () => html(page('b-2.js'))],
])('%s does not replace the saved home', async (_what, reply) => {
  const { cache, replies, readText } = setUp({ '/': () => html(page('a-1.js')), '/assets/a-1.js': file('a') })
  await cache.saveHome()
  const saved = await readText(HOME_PATH)
  replies['/'] = reply
  expect(await cache.saveHome()).toBe(false)
  expect(await readText(HOME_PATH)).toBe(saved)
})

test.each([['public, max-age=1, stale-while-revalidate=5'], ['no-cache'], ['']])(
  'a home with the cache control "%s" is saved',
  async (cacheControl) => {
    const { cache } = setUp({
      '/': () => html(page('a-1.js'), { 'cache-control': cacheControl, vary: 'Accept-Encoding' }),
      '/assets/a-1.js': file('a'),
    })
    expect(await cache.saveHome()).toBe(true)
  },
)

test('a home without a connection stays as it was', async () => {
  const { cache, replies, readText } = setUp({ '/': () => html(page('a-1.js')), '/assets/a-1.js': file('a') })
  await cache.saveHome()
  delete replies['/']
  expect(await cache.saveHome()).toBe(false)
  expect(await readText(HOME_PATH)).toContain('4102.35')
})

test('a file is loaded once', async () => {
  const { cache, requests } = setUp({ '/': () => html(page('a-1.js')), '/assets/a-1.js': file('a') })
  await cache.saveHome()
  await cache.saveHome()
  expect(requests.map(({ path }) => path)).toEqual(['/', '/assets/a-1.js', '/'])
})

test('the offline page needs all its files', async () => {
  const offline = () => html(page('o-1.js', ''))
  const complete = setUp({ [OFFLINE_PAGE_PATH]: offline, '/assets/o-1.js': file('o') })
  await complete.cache.saveOfflinePage()
  expect(await complete.listPaths()).toEqual(['/assets/o-1.js', OFFLINE_PAGE_PATH])
  await expect(setUp({ [OFFLINE_PAGE_PATH]: offline }).cache.saveOfflinePage()).rejects.toThrow()
  await expect(setUp({}).cache.saveOfflinePage()).rejects.toThrow()
})

test('files that nothing needs any more are removed', async () => {
  const { cache, replies, listPaths } = setUp({
    '/': () => html(page('a-1.js')),
    [OFFLINE_PAGE_PATH]: () => html(page('o-1.js', '')),
    ...Object.fromEntries(
      ['a-1.js', 'a-2.js', 'o-1.js', 'chart-1.js', 'chart-2.js'].map((name) => [`/assets/${name}`, file(name)]),
    ),
  })
  await cache.saveOfflinePage()
  await cache.saveHome()
  await cache.saveFiles(['/assets/a-1.js', '/assets/chart-1.js'])
  await cache.removeOtherFiles(['/assets/a-1.js', '/assets/chart-1.js'])
  expect(await listPaths()).toEqual(['/', '/assets/a-1.js', '/assets/chart-1.js', '/assets/o-1.js', OFFLINE_PAGE_PATH])
  replies['/'] = () => html(page('a-2.js'))
  await cache.saveHome()
  await cache.saveFiles(['/assets/a-2.js', '/assets/chart-2.js'])
  await cache.removeOtherFiles(['/assets/a-2.js', '/assets/chart-2.js'])
  expect(await listPaths()).toEqual(['/', '/assets/a-2.js', '/assets/chart-2.js', '/assets/o-1.js', OFFLINE_PAGE_PATH])
})

test('a report with files of an older release keeps the files of the saved home', async () => {
  const { cache, listPaths } = setUp({ '/': () => html(page('a-2.js')), '/assets/a-2.js': file('a') })
  await cache.saveHome()
  await cache.saveFiles(['/assets/a-1.js'])
  await cache.removeOtherFiles(['/assets/a-1.js'])
  expect(await listPaths()).toEqual(['/', '/assets/a-2.js'])
})

test('clearing removes the caches of the portal and no other', async () => {
  const { cache, caches } = setUp({ '/': () => html(page('a-1.js')), '/assets/a-1.js': file('a') })
  await cache.saveHome()
  await caches.open('mercado-dolar-0')
  await caches.open('otra-aplicacion')
  await cache.clear({ keepCurrent: true })
  expect((await caches.keys()).sort()).toEqual([CACHE_NAME, 'otra-aplicacion'].sort())
  await cache.clear({ keepCurrent: false })
  expect(await caches.keys()).toEqual(['otra-aplicacion'])
})

test('the files of a page are those in its attributes and inline styles, not in its data', () => {
  const text = `<link rel="stylesheet" href="/assets/a.css"><style>@font-face{src:url(/assets/f.woff2)}b{c:url("/assets/g.svg")}</style>
    <script src="/assets/a.js"></script><script src="/assets/a.js"></script><img src="https://otro.example/assets/x.png">
    <script type="application/json" id="datos">{"titular":"href=\\"/assets/falso.js\\" \\u003ca href='/assets/falso.js'>"}</script>`
  expect(findFiles(text)).toEqual(['/assets/a.css', '/assets/a.js', '/assets/f.woff2', '/assets/g.svg'])
})

test.each([
  [undefined, []],
  ['/assets/a.js', []],
  [['/assets/a.js', '/api/market', '/assets/../api', 'https://otro.example/assets/a.js', 3, null], ['/assets/a.js']],
  [Array.from({ length: 500 }, (_, i) => `/assets/${i}.js`), Array.from({ length: 200 }, (_, i) => `/assets/${i}.js`)],
])('a report keeps only paths of files', (report, files) => {
  expect(parseReport(report)).toEqual(files)
})
