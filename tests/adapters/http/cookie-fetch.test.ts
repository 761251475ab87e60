import { afterEach, expect, test, vi } from 'vitest'

import { createCookieFetch } from '#src/adapters/http/cookie-fetch.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { MEMORY_START } from '#src/adapters/memory/ports.ts'

const ORIGIN = 'https://portal.example'

/**
 * Creates a cookie fetch whose responses set `cookies` in turn. `sentCookies` lists the cookie
 * header of each request.
 */
function createFetch(...cookies: readonly string[]) {
  const sentCookies: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: URL, init: RequestInit) => {
    const cookie = cookies[sentCookies.length]
    sentCookies.push(new Headers(init.headers).get('cookie'))
    return new Response(null, cookie === undefined ? {} : { headers: { 'set-cookie': cookie } })
  })
  return { fetch: createCookieFetch(ORIGIN, createMemoryClock(MEMORY_START)), sentCookies }
}

afterEach(() => vi.unstubAllGlobals())

test('the fetch sends the cookies of the portal back to the portal', async () => {
  const { fetch, sentCookies } = createFetch('sid=a=b; Path=/; HttpOnly', 'theme=dark; Max-Age=60')
  await fetch('/api/login')
  await fetch(`${ORIGIN}/api/market`)
  await fetch(new URL('/api/market', ORIGIN))
  expect(sentCookies).toEqual([null, 'sid=a=b', 'sid=a=b; theme=dark'])
})

test.each(['https://other.example/api', 'http://portal.example/api', 'https://portal.example:8443/api'])(
  'the fetch sends no cookie to %s',
  async (address) => {
    const { fetch, sentCookies } = createFetch('sid=a')
    await fetch('/api/login')
    await fetch(address)
    expect(sentCookies).toEqual([null, null])
  },
)

test('the fetch stores no cookie of another origin', async () => {
  const { fetch, sentCookies } = createFetch('sid=a', 'sid=b')
  await fetch('/api/login')
  await fetch('https://other.example/api')
  await fetch('/api/market')
  expect(sentCookies.at(-1)).toBe('sid=a')
})

test.each([
  ['sid=; Max-Age=0', null],
  ['sid=; max-age=-1; Path=/', null],
  ['sid=; Expires=Thu, 01 Jan 1970 00:00:00 GMT', null],
  ['sid=b; Expires=Fri, 31 Dec 9999 23:59:59 GMT', 'sid=b'],
  ['sid=b; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'sid=b'],
  ['sid=b; Max-Age=soon; Expires=never', 'sid=b'],
])('after the cookie %s the next request sends %j', async (cookie, expected) => {
  const { fetch, sentCookies } = createFetch('sid=a', cookie)
  await fetch('/api/login')
  await fetch('/api/logout')
  await fetch('/api/market')
  expect(sentCookies.at(-1)).toBe(expected)
})

test('the fetch stores no cookie of a redirect to another origin', async () => {
  const { fetch, sentCookies } = createFetch('sid=a')
  const stubbedFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) =>
    Object.defineProperty(await stubbedFetch(url, init), 'url', { value: 'https://other.example/' }),
  )
  await fetch('/api/login')
  await fetch('/api/market')
  expect(sentCookies).toEqual([null, null])
})
