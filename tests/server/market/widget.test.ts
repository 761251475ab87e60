import { expect, test } from 'vitest'

import { historyEnv } from '#tests/support/market-history.ts'
import { startTestServer } from '#tests/support/server.ts'

const { url } = await startTestServer(await historyEnv('2026-11-20T10:40'))
const call = (market: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/market/widget/${market}`, { headers })

test.each(['spot', 'nextday'])(
  'a page of another site and a proxy may read the delayed price of %s',
  async (market) => {
    const response = await call(market, { origin: 'https://otro.example' })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(response.headers.get('cache-control')).toMatch(/^public, .*s-maxage=\d+/)
    expect(await response.json()).toMatchObject({ mercado: market, retraso: 15, fuente: 'simulado' })
  },
)

test('a repeated request gets 304, with the header that lets the page read it', async () => {
  const etag = (await call('spot')).headers.get('etag') ?? ''
  const response = await call('spot', { 'if-none-match': etag })
  expect(response.status).toBe(304)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test('the widget has the close that a visitor sees', async () => {
  const { cierre, fecha, cierre_anterior } = await (await call('spot')).json()
  const body = JSON.stringify({ fecha, mercado: 71, delay: 15 })
  const read = async (path: string) =>
    (
      await fetch(`${url}/api/market/estadisticas/${path}/`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
    ).json()
  expect(await read('estadisticasPromedioCierre')).toMatchObject({ data: { close: cierre } })
  expect(await read('estadisticasPrecioMercado')).toMatchObject({ data: { close_anterior: cierre_anterior } })
})

test.each(['/api/market/trm/vigente', '/config.json', '/api/market/fuentes'])(
  'a page of another site may not read %s',
  async (path) => {
    const response = await fetch(`${url}${path}`, { headers: { origin: 'https://otro.example' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  },
)

test('an unknown market is refused', async () => {
  expect((await call('otro')).status).toBe(400)
})
