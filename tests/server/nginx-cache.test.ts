import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'

import { toSharedCaching } from '#server/http/cacheable-reads.ts'
import { VISITOR_BASE } from '#server/http/paths.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { hasNginx, startNginx } from '#tests/support/nginx.ts'
import { call } from '#tests/support/raw-http.ts'

/** The requests that reached the origin. */
let requests: { readonly url: string; readonly headers: NodeJS.Dict<string | string[]> }[] = []

/** Whether the origin breaks connections, as while it starts again. */
let isFailing = false

/** An origin that replies with what the address asks for. */
const origin = createServer(({ url = '', headers }, response) => {
  requests.push({ url, headers })
  const { pathname, searchParams } = new URL(url, 'http://origen')
  if (isFailing) return void response.destroy()
  const status = Number(searchParams.get('status') ?? 200)
  const cookie = searchParams.get('cookie')
  const encoding = String(headers['accept-encoding'] ?? 'plain')
  response
    .writeHead(status, {
      'cache-control': searchParams.get('caching') ?? toSharedCaching(600),
      vary: 'Accept-Encoding',
      etag: `"${encoding}"`,
      ...(cookie !== null && { 'set-cookie': cookie }),
    })
    .end(`${pathname} ${encoding}`)
})
origin.listen(0, '127.0.0.1')
await once(origin, 'listening')
afterFile(() => origin.close())

const nginx = hasNginx ? await startNginx(`http://127.0.0.1:${(origin.address() as AddressInfo).port}`) : null
if (nginx !== null) afterFile(nginx.stop)

let address = 0
/** Returns an address that no other test has asked for. */
const newPath = (query = '') => {
  address += 1
  return `${VISITOR_BASE}/prueba${address}${query}`
}

const read = (path: string, headers: Record<string, string> = {}) => call(nginx?.url ?? '', path, { headers })

describe.runIf(nginx !== null)('nginx.conf of the manual, for the reads of visitors', () => {
  beforeEach(() => {
    requests = []
    isFailing = false
  })

  test('of 200 requests at once, one reaches the server', async () => {
    const path = newPath()
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) => read(path, { cookie: `md_cliente=${index}`, 'x-otro': `${index}` })),
    )
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set([`200 ${path} plain`]))
    expect(requests).toHaveLength(1)
  })

  test('no header of a caller makes another stored reply: one for each encoding', async () => {
    const path = newPath()
    const encodings = ['', 'gzip', 'br', 'gzip, br', 'br;q=0.1, gzip', 'GZIP', 'deflate', 'identity', 'x-1', 'x-2', '*']
    for (const encoding of encodings) {
      const { text } = await read(path, { 'accept-encoding': encoding })
      expect(text).toMatch(/ (br|gzip|plain)$/)
    }
    expect(requests).toHaveLength(3)
    expect(requests.map(({ headers }) => headers['accept-encoding'] ?? '').toSorted()).toEqual(['', 'br', 'gzip'])
  })

  test('cookies and authorization do not reach the server', async () => {
    await read(newPath(), { cookie: 'md_cliente=1; md_imc=2', authorization: 'Bearer 1' })
    expect(requests[0]?.headers).not.toHaveProperty('cookie')
    expect(requests[0]?.headers).not.toHaveProperty('authorization')
  })

  test('a reply with a cookie is not stored, and its cookie reaches nobody', async () => {
    const path = newPath('?cookie=md_cliente=1')
    for (const _ of [1, 2]) expect((await read(path)).headers['set-cookie']).toBeUndefined()
    expect(requests).toHaveLength(2)
  })

  test.each([
    ['a refusal', '?status=400&caching=no-store', 2],
    ['a failure without a header', '?status=500&caching=no-store', 2],
    ['a failure that the server lets caches store for a second', '?status=503&caching=s-maxage%3D600', 1],
  ])('%s: %s', async (_, query, expected) => {
    const path = newPath(query)
    await read(path)
    await read(path)
    expect(requests).toHaveLength(expected)
  })

  test('while the server cannot be reached, the last reply is sent for some seconds', async () => {
    const path = newPath(`?caching=${encodeURIComponent('s-maxage=1, stale-if-error=60')}`)
    await read(path)
    isFailing = true
    const readCached = async () => {
      const { status, headers } = await read(path)
      return `${status} ${headers['x-cache']}`
    }
    await expect.poll(readCached, { timeout: 10_000 }).toBe('200 STALE')
    expect(requests.length).toBeGreaterThan(1)
    isFailing = false
    await expect.poll(readCached).toBe('200 EXPIRED')
  })

  test('a caller gets the last reply at once while the next one is fetched, and then the next one', async () => {
    const path = newPath(`?caching=${encodeURIComponent('s-maxage=1, stale-while-revalidate=60')}`)
    await read(path)
    await expect
      .poll(async () => (await read(path)).headers['x-cache'], { timeout: 10_000, interval: 5 })
      .not.toBe('HIT')
    await expect.poll(async () => (await read(path)).headers['x-cache']).toBe('HIT')
    expect(requests.length).toBeGreaterThan(1)
  })

  test('a caller with the stored reply gets 304, without a request to the server', async () => {
    const path = newPath()
    const { headers } = await read(path)
    const { status } = await read(path, { 'if-none-match': String(headers.etag) })
    expect(status).toBe(304)
    expect(requests).toHaveLength(1)
  })

  test('other calls keep their cookies and are not stored', async () => {
    const path = `/api/market/prueba?cookie=a=1`
    for (const _ of [1, 2]) {
      const { headers } = await read(path, { cookie: 'md_cliente=1' })
      expect(headers['set-cookie']).toEqual(['a=1'])
      expect(headers['x-cache']).toBeUndefined()
    }
    expect(requests.map(({ headers }) => headers['cookie'])).toEqual(['md_cliente=1', 'md_cliente=1'])
  })
})
