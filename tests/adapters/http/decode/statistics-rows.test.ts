import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createMarketApi } from '#src/adapters/http/market-api.ts'
import { SECTORS } from '#src/domain/trading/market.ts'
import { createReplyClient } from '#tests/adapters/http/reply-client.ts'
import { SPOT_ROW } from '#tests/support/statistics.ts'

const MALFORMED = { ok: false, error: { kind: 'malformed' } }

const WIRE = {
  mercado: 'SPOT',
  moneda: 'USD/COP',
  plazo: 0,
  monto_acumulado: 1322400000,
  apertura: 4091,
  cierre: 4102.35,
  transacciones: 2150,
  promedio: 4101.6,
  precio_minimo: 4085.2,
  precio_maximo: 4118.9,
  monto_promedio: 615070,
  monto_minimo: 5000,
  monto_maximo: 5000000,
  monto_ultimo: 500000,
  fecha: '2026-11-20',
}

const loadStatistics = (body: unknown) => createMarketApi({ http: createReplyClient(body).http }).statistics(1)

test.each(SECTORS)('statistics requests the sector %i', async (sector) => {
  const { http, calls } = createReplyClient({})
  await createMarketApi({ http }).statistics(sector)
  expect(calls).toEqual([{ path: '/api/estadisticas/estadisticasMercado', body: { moneda: 'USD/COP', sector } }])
})

const asText = Object.fromEntries(Object.entries(WIRE).map(([name, value]) => [name, String(value)]))

test.each([
  ['a clean reply', { result: [WIRE] }],
  ['a list in data', { data: [WIRE] }],
  ['a list two levels down', { data: { result: [WIRE] } }],
  ['a bare list', [WIRE]],
  ['numbers as text', { result: [{ ...asText, monto_acumulado: '1,322,400,000', cierre: '4,102.35' }] }],
  ['other spelling and spaces', { result: [{ ...WIRE, mercado: ' spot USD/COP', fecha: ' 2026-11-20', otra: 1 }] }],
  ['the market id', { result: [{ ...WIRE, mercado: 71 }] }],
  ['the market id as text', { result: [{ ...WIRE, mercado: '71' }] }],
])('statistics reads %s', async (_, body) => {
  expect(await loadStatistics(body)).toEqual({ ok: true, value: [SPOT_ROW] })
})

test('missing and invalid figures are read as null', async () => {
  const { cierre: _, ...rest } = WIRE
  expect(
    await loadStatistics({ result: [{ ...rest, apertura: '4.091,00', promedio: null, transacciones: 'x' }] }),
  ).toEqual({
    ok: true,
    value: [{ ...SPOT_ROW, close: null, open: null, average: null, count: null }],
  })
})

test('statistics sorts rows by market and term', async () => {
  const rows = [
    { ...WIRE, mercado: 'NEXT', plazo: 3 },
    { ...WIRE, mercado: 'Next day', plazo: 1 },
    WIRE,
    { ...WIRE, mercado: '76', plazo: '2' },
  ]
  const result = await loadStatistics({ result: rows })
  expect(result.ok && result.value.map(({ market, term }) => [market, term])).toEqual([
    ['spot', 0],
    ['nextday', 1],
    ['nextday', 2],
    ['nextday', 3],
  ])
})

test.each([
  { ...WIRE, mercado: 'FWD' },
  { ...WIRE, mercado: null },
  { ...WIRE, mercado: 'toString' },
  { ...WIRE, moneda: 'EUR/COP' },
  { ...WIRE, plazo: 'x' },
  { ...WIRE, fecha: '2026-02-30' },
  { ...WIRE, fecha: undefined },
  null,
  'x',
  [],
])('invalid row %# is omitted, and malformed when it is the only one', async (row) => {
  expect(await loadStatistics({ result: [row, WIRE] })).toEqual({ ok: true, value: [SPOT_ROW] })
  expect(await loadStatistics({ result: [row] })).toEqual(MALFORMED)
})

test('of two rows with the same market and term the last one is returned', async () => {
  const rows = [{ ...WIRE, cierre: 1 }, { ...WIRE, plazo: 1 }, WIRE, { ...WIRE, fecha: '2026-11-19' }]
  expect(await loadStatistics({ result: rows })).toEqual({
    ok: true,
    value: [SPOT_ROW, { ...SPOT_ROW, date: '2026-11-19' }, { ...SPOT_ROW, term: 1 }],
  })
})

test.each([{ moneda: ' usd/cop ' }, { moneda: undefined }])(
  'a row with %j has the currency pair USD/COP',
  async (pair) => {
    expect(await loadStatistics({ result: [{ ...WIRE, ...pair }] })).toEqual({ ok: true, value: [SPOT_ROW] })
  },
)

test('an empty list has no rows', async () => {
  expect(await loadStatistics({ result: [] })).toEqual({ ok: true, value: [] })
})

test.each(['<html></html>', '', '7', 'null', {}, { result: null }, { message: 'x' }, { result: { a: 1 } }])(
  'a reply without a list is malformed: %#',
  async (body) => {
    expect(await loadStatistics(body)).toEqual(MALFORMED)
  },
)

test('statistics never throws', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        fc.array(fc.object()).map((result) => ({ result })),
      ),
      async (body) => {
        expect(typeof (await loadStatistics(body)).ok).toBe('boolean')
      },
    ),
  )
})
