import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import {
  createReplyCache,
  MAX_CACHED_REPLIES,
  MIN_COMPRESSED_BYTES,
  prepareReply,
  sendPrepared,
} from '#server/http/prepared-reply.ts'
import { call } from '#tests/support/raw-http.ts'

const KIND = { type: 'application/json; charset=utf-8', cacheControl: 'no-cache' }
const TEXT = JSON.stringify({ precios: Array.from({ length: 100 }, (_, row) => 3_800 + row) })

const preparedReply = await prepareReply(KIND, Buffer.from(TEXT))
const shortReply = await prepareReply(KIND, Buffer.from('x'.repeat(MIN_COMPRESSED_BYTES - 1)))

const app = fastify()
app.get('/', (request, reply) => sendPrepared(request, reply, preparedReply))
app.post('/', (request, reply) => sendPrepared(request, reply, Promise.resolve(preparedReply)))
app.get('/short', (request, reply) => sendPrepared(request, reply, shortReply))
app.register(async (scope) => {
  scope.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  scope.get('/private', (request, reply) => sendPrepared(request, reply, preparedReply))
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync, none: (body: Buffer) => body }

test.each([
  ['GET', { 'accept-encoding': 'br, gzip' }, 'br'],
  ['GET', { 'accept-encoding': 'gzip' }, 'gzip'],
  ['GET', { 'accept-encoding': 'gzip;q=0' }, 'none'],
  ['GET', {}, 'none'],
  ['POST', { 'accept-encoding': 'gzip, deflate, br' }, 'br'],
  ['POST', {}, 'none'],
] as const)('the reply to a %s with the headers %j has the encoding %s', async (method, headers, encoding) => {
  const reply = await call(url, '/', { method, headers })
  expect(DECODERS[encoding](reply.body).toString()).toBe(TEXT)
  expect(reply.headers).toMatchObject({
    'content-type': KIND.type,
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    'content-length': String(reply.body.length),
  })
  expect(reply.headers['content-encoding']).toBe(encoding === 'none' ? undefined : encoding)
})

test('onSend hooks change the reply to a request with a cookie', async () => {
  const reply = await call(url, '/private', { headers: { 'accept-encoding': 'br', cookie: 'sesion=x' } })
  expect([reply.status, reply.headers['cache-control'], DECODERS.br(reply.body).toString()]).toEqual([
    200,
    'no-store',
    TEXT,
  ])
})

test('a short body is not compressed', async () => {
  const reply = await call(url, '/short', { headers: { 'accept-encoding': 'br' } })
  expect(reply.headers['content-encoding']).toBeUndefined()
})

test('a request with the ETag of its encoding returns 304', async () => {
  const fetchEncoded = (encoding: string, etag?: string) =>
    call(url, '/', { headers: { 'accept-encoding': encoding, ...(etag && { 'if-none-match': etag }) } })
  const [brTag, gzipTag] = [
    (await fetchEncoded('br')).headers.etag ?? '',
    (await fetchEncoded('gzip')).headers.etag ?? '',
  ]
  expect(brTag).not.toBe(gzipTag)
  const unchanged = await fetchEncoded('br', brTag)
  expect([unchanged.status, unchanged.body.length, unchanged.headers.etag]).toEqual([304, 0, brTag])
  expect((await fetchEncoded('br', gzipTag)).status).toBe(200)
})

test('a POST ignores If-None-Match', async () => {
  expect((await call(url, '/', { method: 'POST', headers: { 'if-none-match': '*' } })).status).toBe(200)
})

const CACHED_KIND = { type: 'application/json', cacheControl: 'no-store' }

/** Creates a function that reads a reply through the cache, as a route does. */
const createReader = (cache = createReplyCache()) => {
  const load = (key: string, version: string, make: () => object | string | Promise<object>) =>
    cache.find(key, version) ?? cache.add(key, version, { kind: CACHED_KIND, make })
  return async (...call: Parameters<typeof load>) => (await load(...call)).plain.body.toString()
}

test('the reply cache stores one reply for each key and version', async () => {
  const read = createReader()
  let makeCount = 0
  const make = () => {
    makeCount += 1
    return { makeCount }
  }
  expect([await read('a', '1', make), await read('a', '1', make)]).toEqual(['{"makeCount":1}', '{"makeCount":1}'])
  expect([await read('a', '2', make), await read('b', '2', make)]).toEqual(['{"makeCount":2}', '{"makeCount":3}'])
  expect(await read('text', '1', () => '<table>')).toBe('<table>')
})

test('the reply cache computes a reply once for concurrent requests', async () => {
  const cache = createReplyCache()
  const pending = cache.add('a', '1', { kind: CACHED_KIND, make: () => ({}) })
  expect(cache.find('a', '1')).toBe(pending)
  expect(cache.find('a', '1')).toBe(pending)
  const reply = await pending
  expect(cache.find('a', '1')).toBe(reply)
  expect(cache.find('a', '2')).toBeNull()
})

test('the reply cache evicts replies whose bodies have too many bytes together', async () => {
  const bytes = 100
  const counts = new Map<string, number>()
  const read = createReader(createReplyCache({ maxTotalBytes: 3 * bytes }))
  const load = (key: string, length = bytes) =>
    read(key, '1', () => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return 'x'.repeat(length)
    })
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'd', 'b']) await load(key)
  // The fourth reply evicted the oldest one that was not used again.
  expect([...counts]).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 1],
    ['d', 1],
  ])
  // A reply that is larger than all leaves no bytes behind.
  await load('large', 4 * bytes)
  await load('large', 4 * bytes)
  expect(counts.get('large')).toBe(2)
  for (const key of ['e', 'f', 'g', 'e', 'f', 'g']) await load(key)
  expect(['e', 'f', 'g'].map((key) => counts.get(key))).toEqual([1, 1, 1])
})

test('the reply cache counts a body once that is sent in several encodings unchanged', async () => {
  const text = 'y'.repeat(MIN_COMPRESSED_BYTES - 1)
  const cache = createReplyCache({ maxTotalBytes: 2 * text.length })
  for (const key of ['a', 'b']) await cache.add(key, '1', { kind: CACHED_KIND, make: () => text })
  expect([cache.find('a', '1'), cache.find('b', '1')].every((reply) => reply !== null)).toBe(true)
})

test('the reply cache evicts the least recently used reply and stores no failed reply', async () => {
  const read = createReader()
  let makeCount = 0
  const make = () => {
    makeCount += 1
    return {}
  }
  for (let row = 0; row <= MAX_CACHED_REPLIES; row += 1) await read(`key ${row}`, '1', make)
  await read(`key ${MAX_CACHED_REPLIES}`, '1', make)
  expect(makeCount).toBe(MAX_CACHED_REPLIES + 1)
  await read('key 0', '1', make)
  expect(makeCount).toBe(MAX_CACHED_REPLIES + 2)
  await expect(read('bad', '1', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await read('bad', '1', () => ({}))).toBe('{}')
})
