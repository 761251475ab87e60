import { expect, test } from 'vitest'

import { createReplyCache, MAX_CACHED_REPLIES } from '#server/http/reply-cache.ts'

const KIND = { type: 'application/json', cacheControl: 'no-store' }

/** Creates a function that reads a reply through the cache, as a route does. */
const createReader = (cache = createReplyCache()) => {
  const load = (key: string, version: string, make: () => object | string | Promise<object>) =>
    cache.find(key, version) ?? cache.add(key, version, { kind: KIND, make })
  return async (...call: Parameters<typeof load>) => (await load(...call)).body.toString()
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
  const pending = cache.add('a', '1', { kind: KIND, make: () => ({}) })
  expect(cache.find('a', '1')).toBe(pending)
  expect(cache.find('a', '1')).toBe(pending)
  const reply = await pending
  expect(cache.find('a', '1')).toBe(reply)
  expect(cache.find('a', '2')).toBeNull()
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
