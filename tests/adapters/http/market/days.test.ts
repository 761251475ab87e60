import { expect, test } from 'vitest'
import { createMarketApi } from '#src/adapters/http/market/market-api.ts'
import { createReplyClient } from '#tests/adapters/http/reply-client.ts'

const RANGE = { from: '2026-11-19', until: '2026-11-20' }
const DATA = { apertura: 4091, minimo: 4085.2, maximo: 4118.9, cierre: 4102.35, promedio: 4101.62 }
const SPOT = { ...DATA, monto: 1284650000, operaciones: 2098 }
const FIGURES = { open: 4091, low: 4085.2, high: 4118.9, close: 4102.35, average: 4101.62 }
const DAY = { date: '2026-11-20', trm: 4098.17, spot: { ...FIGURES, amount: 1284650000, count: 2098 }, nextday: null }
const BODY = { fecha: '2026-11-20', trm: 4098.17, spot: SPOT, nextday: null }

test.each([
  ['a reply of this server', { data: [BODY], primera: '2025-11-04' }, { days: [DAY], first: '2025-11-04' }],
  [
    'numbers as text, days in any order, without the first day',
    [
      { ...BODY, trm: '4,098.17', spot: { ...SPOT, monto: '1284650000' } },
      { fecha: '2026-11-19', trm: null },
    ],
    { days: [{ date: '2026-11-19', trm: null, spot: null, nextday: null }, DAY], first: '2026-11-19' },
  ],
  ['a market with a missing figure', { data: [{ ...BODY, nextday: DATA }] }, { days: [DAY], first: '2026-11-20' }],
  ['no days', { data: [], primera: null }, { days: [], first: null }],
])('%s is decoded', async (_, body, value) => {
  const api = createMarketApi({ http: createReplyClient(body).http })
  expect(await api.days(RANGE)).toEqual({ ok: true, value })
})

test.each([[{}], [{ data: [{ fecha: 'ayer' }] }], ['x']])('%j is malformed', async (body) => {
  const api = createMarketApi({ http: createReplyClient(body).http })
  expect(await api.days(RANGE)).toEqual({ ok: false, error: { kind: 'malformed' } })
})
