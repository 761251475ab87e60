import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import type { PageRenderer } from '#src/adapters/http/contract/page.ts'
import { parsePageData } from '#src/adapters/http/page-data.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { pageRenderer } from '#src/page/renderer.tsx'
import { CRITICAL_STYLE, INDEX_HTML, temporaryPortal } from '#tests/support/portal-folder.ts'
import { call } from '#tests/support/raw-http.ts'
import { startStoppedServer } from '#tests/support/stopped-server.ts'

const HTML_HEADERS = { accept: 'text/html' }

/** Starts a server that renders pages, on a stopped clock. Collects the errors of the renderer. */
async function startPages(renderer: PageRenderer = pageRenderer) {
  const errors: unknown[] = []
  const server = await startStoppedServer('2026-11-20T12:43:15-05:00', {
    portalFolder: await temporaryPortal(),
    pageRenderer: {
      modules: renderer.modules,
      findPage: renderer.findPage,
      render: async (request) => {
        try {
          return await renderer.render(request)
        } catch (error) {
          errors.push(error)
          throw error
        }
      },
    },
  })
  return { ...server, errors }
}

const readFirstView = (html: string) => {
  const [, text = ''] = /<script type="application\/json" id="datos">(.*?)<\/script>/s.exec(html) ?? []
  return parsePageData(text)?.first
}

async function post<T>(url: string, path: string, body: object): Promise<T> {
  const reply = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await reply.json()) as T
}

test('a page contains the figures that the API returns at the same instant', async () => {
  const { url, pass } = await startPages()
  await pass(MINUTE_MS)
  const firstView = readFirstView((await call(url, '/')).text)
  const query = { fecha: '2026-11-20', mercado: '71', delay: 15 }
  const path = '/api/market/estadisticas/estadisticasPromedioCierre/'
  const { data } = await post<{ data: { close: number; avg: number; time: string } }>(url, path, query)
  expect(firstView?.parts.close?.value).toEqual({ close: data.close, average: data.avg, time: Date.parse(data.time) })
  expect(firstView?.marketTime).toBe(toInstant('2026-11-20', '12:44:15'))
})

test('the figures of the home page agree with each other every second and are at least 15 minutes old', async () => {
  const { url, pass } = await startPages()
  const prices = new Set<number | null>()
  for (let second = 0; second < 60; second += 1) {
    await pass(1_000)
    const firstView = readFirstView((await call(url, '/')).text)
    const { close, amounts, intraday } = firstView?.parts ?? {}
    const series = intraday?.value
    expect(close?.value.close).toBe(series?.prices.at(-1))
    expect(close?.value.time).toBe(series?.times.at(-1))
    expect(amounts?.value.count).toBe(series?.times.length)
    expect(series?.times.at(-1)).toBeLessThanOrEqual((firstView?.marketTime ?? 0) - 15 * MINUTE_MS)
    prices.add(close?.value.close ?? null)
  }
  expect(prices.size).toBeGreaterThan(1)
})

test('a request with the ETag of a page returns 304 until the page is rendered again', async () => {
  const { url, pass } = await startPages()
  const { headers } = await call(url, '/')
  const conditional = { 'if-none-match': headers.etag ?? '' }
  expect((await call(url, '/', { headers: conditional })).status).toBe(304)
  await pass(1_000)
  expect((await call(url, '/', { headers: conditional })).status).toBe(200)
})

test('a page is the same with and without cookies, and has no private headers', async () => {
  const { url } = await startPages()
  const plainReply = await call(url, '/')
  const cookieReply = await call(url, '/', { headers: { cookie: 'sesion=cualquiera; tema=dark' } })
  expect(cookieReply.text).toBe(plainReply.text)
  expect(plainReply.headers['cache-control']).toMatch(/^public, /)
  expect(plainReply.headers['set-cookie']).toBeUndefined()
  expect(plainReply.headers.vary).toBe('Accept-Encoding')
})

test('the content security policy allows the inline styles of the pages by hash', async () => {
  const { url } = await startPages()
  const { headers, text } = await call(url, '/')
  const hash = createHash('sha256').update(CRITICAL_STYLE).digest('base64')
  expect(text).toContain(`<style>${CRITICAL_STYLE}</style>`)
  expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
})

test('the server sends index.html when a page cannot be rendered', async () => {
  const brokenRenderer: PageRenderer = { ...pageRenderer, render: () => Promise.reject(new Error('a component threw')) }
  const { url, errors } = await startPages(brokenRenderer)
  for (const path of ['/', '/estadisticas/', '/']) {
    const reply = await call(url, path, { headers: HTML_HEADERS })
    expect([reply.status, reply.text, reply.headers['cache-control']]).toEqual([200, INDEX_HTML, 'no-cache'])
  }
  expect(errors.length).toBe(2)
})
