import { beforeAll, expect, test } from 'vitest'

import { parsePageData } from '#src/adapters/http/page-data.ts'
import { formatPrice } from '#src/domain/money.ts'
import { DAY_MS, type Instant, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { pageRenderer } from '#src/page/renderer.tsx'
import { createDeal } from '#tests/support/deals.ts'
import { INGEST_ENV } from '#tests/support/ingest.ts'
import { openStoppedMarket } from '#tests/support/market-history.ts'
import { temporaryPortal } from '#tests/support/portal-folder.ts'
import { call } from '#tests/support/raw-http.ts'
import { PRODUCTION_NEEDS, startTestServer } from '#tests/support/server.ts'
import { type StoppedServer, startStoppedServer } from '#tests/support/stopped-server.ts'

const HTML = { accept: 'text/html' }

let friday: StoppedServer
beforeAll(async () => {
  friday = await startStoppedServer('2026-11-20T12:43:15-05:00', {
    portalFolder: await temporaryPortal(),
    pageRenderer,
  })
})

const load = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  call(friday.url, path, { headers: { ...HTML, ...headers } })

test('a day of the past is stored by proxies and unchanged while its ETag is (D123)', async () => {
  const reply = await load('/dia/2026-11-18/')
  expect([reply.status, reply.headers['cache-control']]).toEqual([
    200,
    'public, max-age=0, s-maxage=3600, stale-while-revalidate=60',
  ])
  const again = await load('/dia/2026-11-18', { 'if-none-match': String(reply.headers.etag) })
  expect([again.status, again.text]).toEqual([304, ''])
  expect(reply.text).toContain('rel="canonical"')
})

test('a page of a day is the same for a client, and sets no cookie (D17)', async () => {
  const [visitor, client] = [await load('/dia/2026-11-18/'), await load('/dia/2026-11-18/', { cookie: 'md_cliente=x' })]
  expect(client.text).toBe(visitor.text)
  expect(client.headers).not.toHaveProperty('set-cookie')
})

test('today is at least 15 minutes old and changes each second (D17)', async () => {
  const reply = await load('/dia/2026-11-20/')
  expect(reply.headers['cache-control']).toMatch(/^public, max-age=1,/)
  const [, data = ''] = /<script type="application\/json" id="datos">([^<]*)<\/script>/.exec(reply.text) ?? []
  const deals = parsePageData(data)?.first.parts.dayIntraday?.value
  expect(deals?.times.at(-1)).toBeLessThanOrEqual(toInstant('2026-11-20', '12:28:15'))
})

test.each([
  ['/dia/2026-11-15/', 200, 'noindex'],
  ['/dia/2026-11-21/', 404, 'noindex'],
  ['/dia/1990-01-04/', 404, 'noindex'],
  ['/dias/2027-01/', 404, 'noindex'],
  ['/dias/2026-10/', 200, 'rel="canonical"'],
])('%s has the status %i and the tag %s (D123)', async (path, status, tag) => {
  const reply = await load(path)
  expect(reply.status).toBe(status)
  expect(reply.text).toContain(tag)
})

test('a correction changes the page of its day, which names it, and no other page (D119, D123)', async () => {
  const noon = toInstant('2026-11-19', '12:00')
  let now = noon
  const { url, market } = await startTestServer(
    { ...PRODUCTION_NEEDS, ...INGEST_ENV },
    {
      now: () => now,
      openMarket: openStoppedMarket,
      portalFolder: await temporaryPortal(),
      pageRenderer,
    },
  )
  const toDeal = (id: string, time: Instant, price: number) =>
    ({ kind: 'deal', deal: createDeal({ id, price, time }) }) as const
  const read = (date: string) => call(url, `/dia/${date}/`, { headers: HTML })
  await market.append([toDeal('one', noon - MINUTE_MS, 4_000), toDeal('two', noon - 2 * MINUTE_MS, 4_010)])
  now += DAY_MS
  await market.tick()
  await market.append([toDeal('before', noon - DAY_MS, 4_020)])
  const [before, other] = [await read('2026-11-19'), await read('2026-11-18')]
  expect([formatPrice(4_010), 'Correcciones'].map((text) => before.text.includes(text))).toEqual([true, false])
  expect(other.text.includes(formatPrice(4_020))).toBe(true)
  await market.append([toDeal('late', noon - 3 * MINUTE_MS, 4_044)])
  now += MINUTE_MS
  const after = await read('2026-11-19')
  expect([formatPrice(4_044), 'Correcciones'].map((text) => after.text.includes(text))).toEqual([true, true])
  expect(after.headers.etag).not.toBe(before.headers.etag)
  expect((await read('2026-11-18')).headers.etag).toBe(other.headers.etag)
})
