import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toTrmRange, trmHistoryRequest } from '#src/adapters/http/contract/market/trm.ts'
import { createMarketApi } from '#src/adapters/http/market/market-api.ts'
import { createReplyClient } from '#tests/adapters/http/reply-client.ts'

const createApi = (body: unknown) => createMarketApi({ http: createReplyClient(body).http })
const RANGE = { from: '2026-11-14', until: '2026-11-20' }
const TRM = { valor: 4098.17, desde: '2026-11-20', hasta: '2026-11-20', valor_anterior: 4090.02 }
const PERIOD = { value: 4098.17, from: '2026-11-20', until: '2026-11-20', previous: 4090.02 }

test('trmNow and trmHistory request separate paths', async () => {
  const { http, calls } = createReplyClient({})
  const api = createMarketApi({ http })
  await api.trmNow(15)
  await api.trmHistory(RANGE)
  expect(calls.map(({ path }) => path)).toEqual(['/api/trm/vigente', '/api/trm/historia'])
})

test.each([
  [
    'an estimate',
    { data: { vigente: TRM, siguiente: { ...TRM, estimada: true } } },
    { inForce: PERIOD, next: { ...PERIOD, estimated: true } },
  ],
  [
    'a fixed next TRM, numbers and booleans as text',
    { vigente: { ...TRM, valor: '4,098.17' }, siguiente: { ...TRM, desde: '2026-11-20', estimada: 'N' } },
    { inForce: PERIOD, next: { ...PERIOD, estimated: false } },
  ],
  [
    'a next TRM without the field estimada',
    { data: { vigente: TRM, siguiente: TRM } },
    { inForce: PERIOD, next: { ...PERIOD, estimated: true } },
  ],
  [
    'corrections, without invalid ones',
    {
      data: {
        vigente: TRM,
        siguiente: null,
        correcciones: [
          {
            ...{ tipo: 'tardia', fecha: '2026-11-19', hora: '2026-11-19T11:00:00-05:00', precio: 4100, monto: 1000 },
            corregida: '2026-11-19T14:00:00-05:00',
          },
          { tipo: 'otra', fecha: '2026-11-19', hora: 'x', precio: 1, monto: 1, corregida: 'x' },
          null,
        ],
      },
    },
    {
      inForce: PERIOD,
      next: null,
      corrections: [
        {
          ...{ kind: 'late', date: '2026-11-19', time: Date.parse('2026-11-19T16:00:00Z'), price: 4100, amount: 1000 },
          at: Date.parse('2026-11-19T19:00:00Z'),
        },
      ],
    },
  ],
  ['no TRM', { data: { vigente: null, siguiente: null } }, { inForce: null, next: null }],
])('trmNow reads %s', async (_, body, value) => {
  expect(await createApi(body).trmNow(15)).toEqual({ ok: true, value })
})

test('trmHistory sorts TRMs by date and omits invalid items', async () => {
  const older = { valor: '4,090.02', desde: '2026-11-19', hasta: '2026-11-19' }
  const body = { data: [TRM, older, { valor: 'x' }, null], primera: '2025-11-4', ultima: '2026-11-23' }
  expect(await createApi(body).trmHistory(RANGE)).toEqual({
    ok: true,
    value: {
      periods: [{ value: 4090.02, from: '2026-11-19', until: '2026-11-19', previous: null }, PERIOD],
      known: { from: '2025-11-04', until: '2026-11-23' },
    },
  })
})

test('trmHistory derives a missing range of known days from its TRMs', async () => {
  expect(await createApi([TRM]).trmHistory(RANGE)).toMatchObject({
    value: { known: { from: '2026-11-20', until: '2026-11-20' } },
  })
  expect(await createApi({ data: [] }).trmHistory(RANGE)).toMatchObject({ value: { periods: [], known: null } })
})

test.each([{}, 7, { data: { valor: 1 } }, { data: [{ valor: 1 }] }])(
  'trmNow and trmHistory return malformed for %j',
  async (body) => {
    const malformed = { ok: false, error: { kind: 'malformed' } }
    expect(await createApi(body).trmNow(15)).toEqual(malformed)
    expect(await createApi(body).trmHistory(RANGE)).toEqual(malformed)
  },
)

test('trmNow and trmHistory never throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (body) => {
      await createApi(body).trmNow(15)
      await createApi({ data: body, vigente: body, primera: body }).trmHistory(RANGE)
    }),
  )
})

test.each([
  [{}, { from: '2016-11-22', until: '2026-11-22' }],
  [{ desde: '2026-1-5' }, { from: '2026-01-05', until: '2026-11-22' }],
  [{ hasta: '2020-02-29' }, { from: '2010-03-01', until: '2020-02-29' }],
  [
    { desde: '2026-11-20', hasta: '2026-11-20' },
    { from: '2026-11-20', until: '2026-11-20' },
  ],
  [{ desde: '2026-11-21', hasta: '2026-11-20' }, null],
  [{ desde: '2016-11-21' }, null],
  [{ desde: '2000-01-01', hasta: '2026-11-20' }, null],
])('toTrmRange maps the request %j to %j', (query, range) => {
  expect(toTrmRange(trmHistoryRequest.parse(query), '2026-11-22')).toEqual(range)
})

test.each([{ desde: 'ayer' }, { hasta: '2026-02-30' }, { desde: ['2026-11-20'] }])(
  'trmHistoryRequest rejects %j',
  (query) => {
    expect(trmHistoryRequest.safeParse(query).success).toBe(false)
  },
)
