import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { toPortalFile } from '#server/http/portal-files.ts'
import type { DayPageState } from '#server/market/calls/page-market.ts'
import { createPageTemplate } from '#server/page/page-template.ts'
import {
  CLOSED_PAGE_CACHE_CONTROL,
  createRenderedPages,
  MAX_DAY_RENDERINGS,
  MAX_RENDERED_PAGES,
  PAGE_CACHE_CONTROL,
  RENDERING_LIFETIME_MS,
} from '#server/page/rendered-pages.ts'
import type { ConfigReply } from '#src/adapters/http/contract/config.ts'
import type { PageRenderer } from '#src/adapters/http/contract/page.ts'
import { addDays } from '#src/domain/time/bogota.ts'
import { INDEX_HTML } from '#tests/support/portal-folder.ts'

const INDEX = toPortalFile('/index.html', Buffer.from(INDEX_HTML))
const TEMPLATE = createPageTemplate({ byPath: new Map([['/index.html', INDEX]]), index: INDEX }, {})

const OPEN_DAY: DayPageState = { status: 200, closed: null }
const CLOSED_DAY: DayPageState = { status: 200, closed: { version: '1', at: 7_000 } }

/** Creates rendered pages with a renderer that the test can break and a clock that it can move. */
function createTestPages() {
  const state = { now: 1_000_000, marketTime: 4_100, broken: false, day: OPEN_DAY }
  const reported: unknown[] = []
  const renderings: string[] = []
  const renderer: PageRenderer = {
    modules: [],
    findPage: (path) =>
      path === '/solo-navegador'
        ? null
        : {
            address: path.toLowerCase(),
            days: path.startsWith('/dia/') ? { date: path.slice(5, 15) } : null,
            parts: [],
            modules: [],
          },
    async render({ address, market }) {
      renderings.push(address)
      await new Promise<void>((resolve) => setImmediate(resolve))
      if (state.broken) throw new Error('a component threw')
      return { title: 'Inicio & más', html: `<main>$& ${address} ${market.marketTime}</main>`, data: '{"a":"\\u003c"}' }
    },
  }
  const pages = createRenderedPages({
    renderer,
    template: TEMPLATE,
    readMarket: async () => ({ marketTime: state.marketTime, date: '2026-11-20', range: null, replies: {} }),
    readDayState: () => state.day,
    readConfig: () => ({}) as ConfigReply,
    headTags: (address) => `<link rel="canonical" href="${address}">`,
    now: () => state.now,
    report: (error) => reported.push(error),
  })
  return { state, pages, renderings, reported }
}

test('100 requests per second for 10 s cause at most 11 renderings', async () => {
  const { state, pages, renderings } = createTestPages()
  const start = state.now
  for (let request = 0; request < 1_000; request += 1) {
    state.now = start + request * 10
    state.marketTime = state.now
    const page = await pages.find('/')
    const age = state.now - Number(/ (\d+)<\/main>/.exec(page?.body.toString() ?? '')?.[1])
    expect(age).toBeGreaterThanOrEqual(0)
    expect(age).toBeLessThan(RENDERING_LIFETIME_MS)
  }
  expect(renderings.length).toBeLessThanOrEqual(11)
})

test('requests during a rendering wait for its page', async () => {
  const { pages, renderings } = createTestPages()
  const files = await Promise.all(Array.from({ length: 50 }, () => pages.find('/')))
  expect(new Set(files).size).toBe(1)
  expect(renderings).toHaveLength(1)
})

test('spellings of one page path share one rendering', async () => {
  const { pages, renderings } = createTestPages()
  await pages.find('/ESTADISTICAS/')
  await pages.find('/estadisticas/')
  expect(renderings).toEqual(['/estadisticas/'])
})

test('a page has an escaped title, and unchanged tags, markup and data, even with the pattern $&', async () => {
  const { pages } = createTestPages()
  const page = await pages.find('/')
  const html = page?.body.toString() ?? ''
  expect(html).toContain('<title>Inicio &amp; más</title>')
  expect(html).toContain('<link rel="canonical" href="/"></head>')
  expect(html).toContain('<div id="root"><main>$& / 4100</main></div>')
  expect(html).toContain('<script type="application/json" id="datos">{"a":"\\u003c"}</script>')
  expect(html.replace(/<title>.*?<\/title>/, '<title>Mercado Dólar</title>').length).toBeGreaterThan(INDEX_HTML.length)
})

test('a page has its compressed bodies and a Cache-Control that allows proxies to store it', async () => {
  const { pages } = createTestPages()
  const page = await pages.find('/')
  expect(brotliDecompressSync(page?.encoded.get('br') ?? Buffer.alloc(0)).equals(page?.body ?? Buffer.alloc(0))).toBe(
    true,
  )
  expect(gunzipSync(page?.encoded.get('gzip') ?? Buffer.alloc(0)).equals(page?.body ?? Buffer.alloc(0))).toBe(true)
  expect(page?.cacheControl).toBe(PAGE_CACHE_CONTROL)
})

test('the digest of a page changes only with its content', async () => {
  const { state, pages } = createTestPages()
  const first = await pages.find('/')
  state.now += RENDERING_LIFETIME_MS
  const same = await pages.find('/')
  state.now += RENDERING_LIFETIME_MS
  state.marketTime += 1
  const other = await pages.find('/')
  expect(same?.digest).toBe(first?.digest)
  expect(other?.digest).not.toBe(first?.digest)
})

test('failed renderings return null and are retried after a second; only the first in a row is reported', async () => {
  const { state, pages, renderings, reported } = createTestPages()
  state.broken = true
  for (let second = 0; second < 3; second += 1) {
    expect([await pages.find('/'), await pages.find('/')]).toEqual([null, null])
    state.now += RENDERING_LIFETIME_MS
  }
  expect([renderings.length, reported.length]).toEqual([3, 1])
  state.broken = false
  expect(await pages.find('/')).not.toBeNull()
  state.now += RENDERING_LIFETIME_MS
  state.broken = true
  expect(await pages.find('/')).toBeNull()
  expect(reported).toHaveLength(2)
})

test('find returns null for a path that only the browser can render', async () => {
  const { pages, renderings } = createTestPages()
  expect(await pages.find('/solo-navegador')).toBeNull()
  expect(renderings).toEqual([])
})

test('a page is rendered again when the clock is set back', async () => {
  const { state, pages, renderings } = createTestPages()
  await pages.find('/')
  state.now -= 3_600_000
  await pages.find('/')
  expect(renderings).toHaveLength(2)
})

describe('pages of days (D123)', () => {
  const DAY = '/dia/2026-11-19/'

  test('a closed day is rendered once, as of its own instant, until a correction', async () => {
    const { state, pages, renderings } = createTestPages()
    state.day = CLOSED_DAY
    const first = await pages.find(DAY)
    state.now += 365 * 24 * 3_600_000
    expect(await pages.find(DAY)).toBe(first)
    expect(first?.body.toString()).toContain('7000</main>')
    expect(first?.cacheControl).toBe(CLOSED_PAGE_CACHE_CONTROL)
    state.day = { status: 200, closed: { version: '2', at: 7_000 } }
    expect((await pages.find(DAY))?.digest).toBe(first?.digest)
    expect(renderings).toHaveLength(2)
  })

  test('today is rendered again after a second', async () => {
    const { state, pages, renderings } = createTestPages()
    expect((await pages.find(DAY))?.cacheControl).toBe(PAGE_CACHE_CONTROL)
    state.now += RENDERING_LIFETIME_MS
    await pages.find(DAY)
    expect(renderings).toHaveLength(2)
  })

  test('a closed day that could not be rendered is tried again after a second', async () => {
    const { state, pages } = createTestPages()
    state.day = CLOSED_DAY
    state.broken = true
    expect(await pages.find(DAY)).toBeNull()
    state.broken = false
    expect(await pages.find(DAY)).toBeNull()
    state.now += RENDERING_LIFETIME_MS
    expect(await pages.find(DAY)).not.toBeNull()
  })

  test('a day outside of the history has the status 404', async () => {
    const { state, pages } = createTestPages()
    state.day = { status: 404, closed: null }
    expect((await pages.find(DAY))?.status).toBe(404)
  })

  test('of 20 years of days, the last used pages are in memory', async () => {
    const { state, pages, renderings } = createTestPages()
    state.day = CLOSED_DAY
    const days = Array.from({ length: 5_000 }, (_, i) => `/dia/${addDays('2006-11-20', i)}/`)
    for (const day of days) await pages.find(day)
    expect(renderings).toHaveLength(days.length)
    for (const day of days.slice(-MAX_RENDERED_PAGES)) await pages.find(day)
    expect(renderings).toHaveLength(days.length)
    await pages.find(days.at(-MAX_RENDERED_PAGES - 1) ?? '')
    expect(renderings).toHaveLength(days.length + 1)
  })

  test('many days at the same time are left to the browsers; other pages are not', async () => {
    const { pages } = createTestPages()
    const days = Array.from({ length: MAX_DAY_RENDERINGS + 5 }, (_, i) => `/dia/${addDays('2006-11-20', i)}/`)
    const files = await Promise.all([...days, '/'].map((path) => pages.find(path)))
    expect(files.filter((file) => file === null)).toHaveLength(5)
    expect(files.at(-1)).not.toBeNull()
    expect(await pages.find(days.at(-1) ?? '')).not.toBeNull()
  })
})
