import { expect, test } from 'vitest'

import type { ConfigReply } from '#src/adapters/http/contract/config.ts'
import { formatPageData, parsePageData } from '#src/adapters/http/page-data.ts'
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
const createPage = (script: string, block = BLOCK) =>
  `<!doctype html><html><head><script type="module" src="/assets/${script}"></script></head><body>${block}</body></html>`

const createHtmlReply = (text: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })

/** Creates a cache whose fetch returns these replies and throws a network error for other paths. */
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

const createFileReply = (text: string) => () => new Response(text)

test('savePage loads the home without cookies, and saves the home and its files', async () => {
  const { cache, requests, readText, listPaths } = setUp({
    '/': () => createHtmlReply(createPage('a-1.js')),
    '/assets/a-1.js': createFileReply('a'),
  })
  expect(await cache.savePage(HOME_PATH)).toBe(true)
  expect(await listPaths()).toEqual(['/', '/assets/a-1.js'])
  expect(await readText(HOME_PATH)).toContain('4102.35')
  expect(requests[0]).toMatchObject({ path: '/', init: { credentials: 'omit' } })
})

test('the page data of a saved home are those of the server, marked as saved', async () => {
  const data = { config: {} as ConfigReply, renderedAt: 5, marketTime: 7, parts: { usHoliday: true } }
  const { cache, readText } = setUp({
    '/': () => createHtmlReply(createPage('a-1.js', BLOCK.replace(/\{.*\}/, formatPageData(data)))),
    '/assets/a-1.js': createFileReply('a'),
  })
  await cache.savePage(HOME_PATH)
  const text = /\{.*\}/.exec((await readText(HOME_PATH)) ?? '')?.[0] ?? ''
  const { config, ...firstView } = data
  expect(parsePageData(text)).toEqual({ config, first: { ...firstView, saved: true } })
})

test.each([
  ['a home without page data', () => createHtmlReply(createPage('a-1.js', ''))],
  ['a reply with an error', () => createHtmlReply(createPage('a-1.js'), {}, 500)],
  ['a missing page', () => createHtmlReply(createPage('a-1.js'), {}, 404)],
  [
    'a reply of another type',
    () => new Response(createPage('a-1.js'), { headers: { 'content-type': 'application/json' } }),
  ],
  ['a reply for one client', () => createHtmlReply(createPage('a-1.js'), { 'cache-control': 'private, max-age=60' })],
  ['a reply that must not be stored', () => createHtmlReply(createPage('a-1.js'), { 'cache-control': 'No-Store' })],
  ['a reply that depends on cookies', () => createHtmlReply(createPage('a-1.js'), { vary: 'Accept-Encoding, Cookie' })],
  ['a reply that depends on the authorization', () => createHtmlReply(createPage('a-1.js'), { vary: 'authorization' })],
  ['a reply that can differ for each request', () => createHtmlReply(createPage('a-1.js'), { vary: '*' })],
  ['a home with a missing file', () => createHtmlReply(createPage('b-2.js'))],
])('%s does not replace the saved home', async (_what, reply) => {
  const { cache, replies, readText } = setUp({
    '/': () => createHtmlReply(createPage('a-1.js')),
    '/assets/a-1.js': createFileReply('a'),
  })
  await cache.savePage(HOME_PATH)
  const savedHome = await readText(HOME_PATH)
  replies['/'] = reply
  expect(await cache.savePage(HOME_PATH)).toBe(false)
  expect(await readText(HOME_PATH)).toBe(savedHome)
})

test.each([['public, max-age=1, stale-while-revalidate=5'], ['no-cache'], ['']])(
  'savePage saves a home with the cache control "%s"',
  async (cacheControl) => {
    const { cache } = setUp({
      '/': () => createHtmlReply(createPage('a-1.js'), { 'cache-control': cacheControl, vary: 'Accept-Encoding' }),
      '/assets/a-1.js': createFileReply('a'),
    })
    expect(await cache.savePage(HOME_PATH)).toBe(true)
  },
)

test('a failed request does not replace the saved home', async () => {
  const { cache, replies, readText } = setUp({
    '/': () => createHtmlReply(createPage('a-1.js')),
    '/assets/a-1.js': createFileReply('a'),
  })
  await cache.savePage(HOME_PATH)
  delete replies['/']
  expect(await cache.savePage(HOME_PATH)).toBe(false)
  expect(await readText(HOME_PATH)).toContain('4102.35')
})

test('savePage does not load a saved file again', async () => {
  const { cache, requests } = setUp({
    '/': () => createHtmlReply(createPage('a-1.js')),
    '/assets/a-1.js': createFileReply('a'),
  })
  await cache.savePage(HOME_PATH)
  await cache.savePage(HOME_PATH)
  expect(requests.map(({ path }) => path)).toEqual(['/', '/assets/a-1.js', '/'])
})

test('saveOfflinePage saves the page and its files, and rejects when one of them is missing', async () => {
  const createOfflineReply = () => createHtmlReply(createPage('o-1.js', ''))
  const { cache, listPaths } = setUp({
    [OFFLINE_PAGE_PATH]: createOfflineReply,
    '/assets/o-1.js': createFileReply('o'),
  })
  await cache.saveOfflinePage()
  expect(await listPaths()).toEqual(['/assets/o-1.js', OFFLINE_PAGE_PATH])
  await expect(setUp({ [OFFLINE_PAGE_PATH]: createOfflineReply }).cache.saveOfflinePage()).rejects.toThrow()
  await expect(setUp({}).cache.saveOfflinePage()).rejects.toThrow()
})

test('removeOtherFiles removes files that no saved or open page uses', async () => {
  const { cache, replies, listPaths } = setUp({
    '/': () => createHtmlReply(createPage('a-1.js')),
    [OFFLINE_PAGE_PATH]: () => createHtmlReply(createPage('o-1.js', '')),
    ...Object.fromEntries(
      ['a-1.js', 'a-2.js', 'o-1.js', 'chart-1.js', 'chart-2.js'].map((name) => [
        `/assets/${name}`,
        createFileReply(name),
      ]),
    ),
  })
  await cache.saveOfflinePage()
  await cache.savePage(HOME_PATH)
  await cache.saveFiles(HOME_PATH, ['/assets/a-1.js', '/assets/chart-1.js'])
  await cache.removeOtherFiles(HOME_PATH, ['/assets/a-1.js', '/assets/chart-1.js'])
  expect(await listPaths()).toEqual(['/', '/assets/a-1.js', '/assets/chart-1.js', '/assets/o-1.js', OFFLINE_PAGE_PATH])
  replies['/'] = () => createHtmlReply(createPage('a-2.js'))
  await cache.savePage(HOME_PATH)
  await cache.saveFiles(HOME_PATH, ['/assets/a-2.js', '/assets/chart-2.js'])
  await cache.removeOtherFiles(HOME_PATH, ['/assets/a-2.js', '/assets/chart-2.js'])
  expect(await listPaths()).toEqual(['/', '/assets/a-2.js', '/assets/chart-2.js', '/assets/o-1.js', OFFLINE_PAGE_PATH])
})

test('removeOtherFiles retains the files of the saved home when the open home uses other files', async () => {
  const { cache, listPaths } = setUp({
    '/': () => createHtmlReply(createPage('a-2.js')),
    '/assets/a-2.js': createFileReply('a'),
  })
  await cache.savePage(HOME_PATH)
  await cache.removeOtherFiles(HOME_PATH, ['/assets/a-1.js'])
  expect(await listPaths()).toEqual(['/', '/assets/a-2.js'])
})

test('clear removes the caches of the portal and no other cache; keepCurrent keeps the current one', async () => {
  const { cache, caches } = setUp({
    '/': () => createHtmlReply(createPage('a-1.js')),
    '/assets/a-1.js': createFileReply('a'),
  })
  await cache.savePage(HOME_PATH)
  await caches.open('mercado-dolar-0')
  await caches.open('otra-aplicacion')
  await cache.clear({ keepCurrent: true })
  expect((await caches.keys()).sort()).toEqual([CACHE_NAME, 'otra-aplicacion'].sort())
  await cache.clear({ keepCurrent: false })
  expect(await caches.keys()).toEqual(['otra-aplicacion'])
})

test('findFiles returns the files in attributes and inline styles, but not in the data', () => {
  const text = `<link rel="stylesheet" href="/assets/a.css"><style>@font-face{src:url(/assets/f.woff2)}b{c:url("/assets/g.svg")}</style>
    <script src="/assets/a.js"></script><script src="/assets/a.js"></script><script data-scripts="/assets/e.js /assets/h.js">start()</script><img src="https://otro.example/assets/x.png">
    <script type="application/json" id="datos">{"titular":"href=\\"/assets/falso.js\\" \\u003ca href='/assets/falso.js'>"}</script>`
  expect(findFiles(text)).toEqual([
    '/assets/a.css',
    '/assets/a.js',
    '/assets/e.js',
    '/assets/h.js',
    '/assets/f.woff2',
    '/assets/g.svg',
  ])
})

test.each([
  ['undefined', undefined, []],
  ['a text', '/assets/a.js', []],
  [
    'a list with other values',
    ['/assets/a.js', '/api/market', '/assets/../api', 'https://otro.example/assets/a.js', 3, null],
    ['/assets/a.js'],
  ],
  [
    'a list of 500 file paths',
    Array.from({ length: 500 }, (_, i) => `/assets/${i}.js`),
    Array.from({ length: 200 }, (_, i) => `/assets/${i}.js`),
  ],
])('parseReport of %s returns only file paths, at most 200', (_, report, files) => {
  expect(parseReport(report)).toEqual(files)
})
