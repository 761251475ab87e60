import { afterEach, expect, test, vi } from 'vitest'

import { createCookieFetch } from '#src/adapters/http/cookie-fetch.ts'
import { createMemoryClock } from '#src/adapters/memory/clocks.ts'
import { MEMORY_START } from '#src/adapters/memory/ports.ts'

const ORIGIN = 'https://portal.example'

/**
 * A cookie fetch whose responses set `cookies` in turn; `sent` lists the cookie header of each
 * request.
 */
function openFetch(...cookies: readonly string[]) {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: URL, init: RequestInit) => {
    const cookie = cookies[sent.length]
    sent.push(new Headers(init.headers).get('cookie'))
    return new Response(null, cookie === undefined ? {} : { headers: { 'set-cookie': cookie } })
  })
  return { fetch: createCookieFetch(ORIGIN, createMemoryClock(MEMORY_START)), sent }
}

afterEach(() => vi.unstubAllGlobals())

test('the cookies of the portal are sent back to the portal', async () => {
  const { fetch, sent } = openFetch('sid=a=b; Path=/; HttpOnly', 'theme=dark; Max-Age=60')
  await fetch('/api/login')
  await fetch(`${ORIGIN}/api/market`)
  await fetch(new URL('/api/market', ORIGIN))
  expect(sent).toEqual([null, 'sid=a=b', 'sid=a=b; theme=dark'])
})

test.each(['https://other.example/api', 'http://portal.example/api', 'https://portal.example:8443/api'])(
  'no cookie is sent to %s',
  async (address) => {
    const { fetch, sent } = openFetch('sid=a')
    await fetch('/api/login')
    await fetch(address)
    expect(sent).toEqual([null, null])
  },
)

test('a cookie of another origin is not stored', async () => {
  const { fetch, sent } = openFetch('sid=a', 'sid=b')
  await fetch('/api/login')
  await fetch('https://other.example/api')
  await fetch('/api/market')
  expect(sent.at(-1)).toBe('sid=a')
})

test.each([
  ['sid=; Max-Age=0', null],
  ['sid=; max-age=-1; Path=/', null],
  ['sid=; Expires=Thu, 01 Jan 1970 00:00:00 GMT', null],
  ['sid=b; Expires=Fri, 31 Dec 9999 23:59:59 GMT', 'sid=b'],
  ['sid=b; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'sid=b'],
  ['sid=b; Max-Age=soon; Expires=never', 'sid=b'],
])('after the cookie %s the next request sends %j', async (cookie, expected) => {
  const { fetch, sent } = openFetch('sid=a', cookie)
  await fetch('/api/login')
  await fetch('/api/logout')
  await fetch('/api/market')
  expect(sent.at(-1)).toBe(expected)
})

test('a cookie of a redirect to another origin is not stored', async () => {
  const { fetch, sent } = openFetch('sid=a')
  const direct = globalThis.fetch
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) =>
    Object.defineProperty(await direct(url, init), 'url', { value: 'https://other.example/' }),
  )
  await fetch('/api/login')
  await fetch('/api/market')
  expect(sent).toEqual([null, null])
})
